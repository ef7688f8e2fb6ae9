import { fakeUuids, pageOf } from './fake-answers.ts';
import type { FakeClock } from './fake-ats.ts';
import { del, type FakeRoute, get, ok, post, put, refuse, wait } from './fake-ats-server.ts';
import { FAKE_CLIENT, FakeOauth, TokenRequest } from './fake-oauth.ts';
import { asBody, basicAuth, type FakeOfVendor, hmac, startFakeVendor } from './fake-vendor.ts';
import { Hiring, known } from './hiring.ts';
import type { Application, Change, Subscription } from './hiring-records.ts';
import { LeverBody, LeverQuery } from './lever-schema.ts';
import { asInterview, asNote, asOpportunity, asPosting, asUser } from './lever-wire.ts';

/* A contact is a person; each application is an opportunity. */

export interface FakeLever extends FakeOfVendor {
  oauth: FakeOauth;
  /** Chosen when the key is made; without it, asking for confidential data is an access error. */
  seesConfidential(sees: boolean): void;
  /** Notes are answered as documented, or as the service does. */
  answerNotesAsDocumented(): void;
}

interface How {
  pageSize: number;
  notesAsDocumented: boolean;
  seesConfidential: boolean;
}

const API_KEY = 'lever-key';
const STAGES = [
  { name: 'New lead', kind: 'lead' },
  { name: 'New applicant', kind: 'applied' },
  { name: 'Recruiter screen', kind: 'screen' },
  { name: 'On-site interview', kind: 'interview' },
  { name: 'Offer', kind: 'offer' },
  { name: 'Background check', kind: 'other' },
] as const;
const REASONS = [
  { id: 'reason-hired', text: 'Hired', status: 'active', type: 'hired' },
  { id: 'reason-rejected', text: 'Underqualified', status: 'active', type: 'non-hired' },
];

export async function startFakeLever(clock: FakeClock, { pageSize = 100 } = {}): Promise<FakeLever> {
  const hiring = new Hiring(clock, { newId: fakeUuids(), stages: STAGES, withoutJob: 'application' });
  hiring.addUser({ email: 'owner@acme.test', role: 'super admin' });
  const oauth = new FakeOauth(clock, 3600);
  const how = { pageSize, notesAsDocumented: false, seesConfidential: true };
  const fake = await startFakeVendor(hiring, {
    access: { connectedBy: 'key', credentials: { apiKey: API_KEY }, tokens: null, client: FAKE_CLIENT },
    routes: [...lists(hiring, how), ...ofOpportunity(hiring, how), ...webhooks(hiring, how), signIn(oauth)],
    authenticate: ({ headers }) => {
      const sent = headers.authorization ?? '';
      const isConsented = sent.startsWith('Bearer ') && oauth.isGood(sent.slice(7));
      return isConsented || sent === basicAuth(API_KEY, '') ? null : says.keyRefused();
    },
    expireTokens: oauth.expire,
    says,
    webhooks: { signsBody: false, signsTime: true, tells, sign: sign(hiring) },
    tells: ['interviews', 'newHires'],
    ids: { hire: ({ application }) => application?.id ?? '' },
  });
  return {
    ...fake,
    oauth,
    seesConfidential: (sees) => {
      how.seesConfidential = sees;
    },
    answerNotesAsDocumented: () => {
      how.notesAsDocumented = true;
    },
  };
}

const no = (status: number, code: string, message: string) => ({ status, body: { code, message } });

const says = {
  keyRefused: () => no(401, 'Unauthorized', 'A valid API key was not provided'),
  rightMissing: () => no(403, 'Forbidden', 'Your settings do not allow this'),
  notFound: () => no(404, 'ResourceNotFound', 'It was not found'),
  invalid: (problems: string[]) => no(400, 'BadRequest', problems.join('; ')),
  throttled: (seconds: number) => wait(seconds, no(429, 'TooManyRequests', 'Slow down')),
};

function paged<T>(all: T[], query: { limit?: number | undefined; offset?: string | undefined }, how: How) {
  const { limit = 100, offset } = query;
  const page = pageOf(all, offset, Math.min(limit, how.pageSize));
  if (page === null) return refuse(says.invalid(['offset was not given out']));
  const { items, next } = page;
  return { data: items, hasNext: next !== null, ...(next !== null && { next }) };
}

function lists(hiring: Hiring, how: How): FakeRoute[] {
  return [
    get(
      '/v1/opportunities',
      { right: 'opportunities:read:admin', query: LeverQuery.opportunities },
      ({ query }) => {
        const {
          confidentiality = 'non-confidential',
          email,
          contact_id,
          archived,
          updated_at_start = 0,
        } = query;
        if (!how.seesConfidential && query.confidentiality !== undefined) return says.rightMissing();
        const wanted = hiring.applications.filter((application) => {
          const shown = asOpportunity(hiring, application);
          return (
            (confidentiality === 'all' || shown.confidentiality === confidentiality) &&
            (email === undefined || application.person.emails.includes(email)) &&
            (contact_id === undefined || shown.contact === contact_id) &&
            (archived === undefined || (shown.archived !== null) === (archived === 'true')) &&
            shown.updatedAt >= updated_at_start
          );
        });
        const { data, ...rest } = paged(wanted, query, how);
        return ok({ data: data.map((each) => asOpportunity(hiring, each, query.expand)), ...rest });
      },
    ),
    get('/v1/postings', { right: 'postings:read:admin', query: LeverQuery.postings }, ({ query }) => {
      const postings = hiring.jobs.map((job) => asPosting(job, query.expand));
      return ok(paged(postings, query, how));
    }),
    get('/v1/postings/:id', { right: 'postings:read:admin' }, ({ params }) =>
      ok({ data: asPosting(known(hiring.jobs, params.id)) }),
    ),
    get('/v1/stages', { right: 'stages:read:admin', query: LeverQuery.list }, ({ query }) => {
      const stages = hiring.stages.map(({ id, name }) => ({ id, text: name }));
      return ok(paged(stages, query, how));
    }),
    get('/v1/archive_reasons', { right: 'archive_reasons:read:admin', query: LeverQuery.list }, ({ query }) =>
      ok(paged(REASONS, query, how)),
    ),
    get('/v1/users', { right: 'users:read:admin', query: LeverQuery.users }, ({ query }) => {
      const users = hiring.users.filter(
        ({ email, role, active }) =>
          (query.email === undefined || email === query.email) &&
          (query.accessRole === undefined || role === query.accessRole) &&
          (active || query.includeDeactivated === 'true'),
      );
      return ok(paged(users.map(asUser), query, how));
    }),
  ];
}

function ofOpportunity(hiring: Hiring, how: How): FakeRoute[] {
  const path = '/v1/opportunities/:id';
  const opportunity = (id: string | undefined) => known(hiring.applications, id);
  const actor = ({ perform_as }: { perform_as: string }) => {
    const found = hiring.users.find(({ id, active }) => id === perform_as && active);
    return found ?? refuse(says.invalid(['perform_as: no such user']));
  };
  /** What belongs to an opportunity. */
  const listed = (name: string, find: (application: Application) => object[]) =>
    get(`${path}/${name}`, { right: `${name}:read:admin`, query: LeverQuery.list }, ({ params, query }) =>
      ok(paged(find(opportunity(params.id)), query, how)),
    );
  return [
    get(path, { right: 'opportunities:read:admin', query: LeverQuery.opportunity }, ({ params, query }) =>
      ok({ data: asOpportunity(hiring, opportunity(params.id), query.expand) }),
    ),
    listed('interviews', (application) =>
      hiring.interviews.filter((each) => each.application === application).map(asInterview),
    ),
    listed('notes', (application) =>
      hiring.notes.filter((each) => each.application === application).map(asNote),
    ),
    listed('offers', (application) =>
      hiring.hires
        .filter((each) => each.application === application)
        .map(({ id, createdAt, startsOn }) => ({
          id,
          createdAt: createdAt.getTime(),
          status: 'signed',
          creator: hiring.users[0]?.id,
          fields: [
            {
              text: 'Start date',
              identifier: 'anticipated_start_date',
              value: Date.parse(`${startsOn}T00:00:00Z`),
            },
          ],
        })),
    ),
    post(
      `${path}/notes`,
      { right: 'notes:write:admin', query: LeverQuery.act, body: LeverBody.note },
      ({ params, query, body: { value, secret = false, notifyFollowers } }) => {
        if (notifyFollowers !== false) return says.invalid(['this mails the followers']);
        const application = opportunity(params.id);
        const about = { person: application.person, application, author: actor(query) };
        const note = hiring.addNote({ ...about, body: value, extra: { secret } });
        return ok({ data: how.notesAsDocumented ? { noteId: note.id } : asNote(note) }, 201);
      },
    ),
    put(
      `${path}/stage`,
      { right: 'opportunities:write:admin', query: LeverQuery.act, body: LeverBody.stage },
      ({ params, query, body }) => {
        actor(query);
        hiring.move(opportunity(params.id), body.stage);
        return ok({ data: asOpportunity(hiring, opportunity(params.id)) });
      },
    ),
  ];
}

function webhooks(hiring: Hiring, how: How): FakeRoute[] {
  const asWebhook = ({ id, url, events, createdAt }: Subscription, configuration: object) => {
    const at = createdAt.getTime();
    return { id, event: events?.[0], url, configuration, createdAt: at, updatedAt: at };
  };
  return [
    get('/v1/webhooks', { right: 'webhooks:read:admin', query: LeverQuery.list }, ({ query }) => {
      const all = hiring.subscriptions.map((each) => asWebhook(each, {}));
      return ok(paged(all, query, how));
    }),
    post(
      '/v1/webhooks',
      { right: 'webhooks:write:admin', body: LeverBody.webhook },
      ({ body: { url, event } }) => {
        const signatureToken = `${hiring.newId('event')}-token`;
        const made = hiring.subscribe({ url, events: [event], secret: signatureToken });
        return ok({ data: { data: asWebhook(made, { signatureToken }) } }, 201);
      },
    ),
    del('/v1/webhooks/:id', { right: 'webhooks:write:admin' }, ({ params }) => {
      hiring.unsubscribe(params.id);
      return { status: 204 };
    }),
  ];
}

const signIn = (oauth: FakeOauth) =>
  post('/oauth/token', { kind: 'signIn', body: TokenRequest }, ({ body }) =>
    ok({ ...oauth.grant(body), scope: 'all' }),
  );

const of = ({ id, person }: Application) => ({ opportunityId: id, contactId: person.id });

function tells(change: Change): [string, object][] {
  switch (change.kind) {
    case 'personAdded':
      return [['contactCreated', { contactId: change.person.id }]];
    case 'personChanged':
      return [['contactUpdated', { contactId: change.person.id }]];
    case 'personDeleted':
      return change.applications.map((each) => ['candidateDeleted', of(each)]);
    case 'applied':
      return [['applicationCreated', of(change.application)]];
    case 'moved': {
      const { application, from } = change;
      const stages = { fromStageId: from.id, toStageId: application.stage.id };
      return [['candidateStageChange', { ...of(application), ...stages }]];
    }
    case 'applicationChanged':
      return [['candidateArchiveChange', of(change.application)]];
    case 'interviewAdded':
    case 'interviewCanceled': {
      const event = change.kind === 'interviewAdded' ? 'interviewCreated' : 'interviewUpdated';
      const { id, application } = change.interview;
      return [[event, { interviewId: id, opportunityId: application.id }]];
    }
    case 'hired':
      return change.applications.flatMap((each) =>
        ['candidateArchiveChange', 'candidateHired'].map((event): [string, object] => [event, of(each)]),
      );
    default:
      return [];
  }
}

const sign = (hiring: Hiring) => (event: string, data: object) => {
  const id = hiring.newId('event');
  const token = hiring.newId('event').replaceAll('-', '').padEnd(48, 'f');
  return ({ secret }: Subscription, at: Date) => {
    const triggeredAt = at.getTime();
    const signature = hmac(secret, token + triggeredAt);
    const body = asBody({ id, event, triggeredAt, token, signature, data });
    return { headers: { 'content-type': 'application/json' }, body };
  };
};
