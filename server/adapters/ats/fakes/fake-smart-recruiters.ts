import { fakeUuids, pageOf } from './fake-answers.ts';
import type { FakeClock } from './fake-ats.ts';
import { del, type FakeRoute, get, ok, post, put, refuse } from './fake-ats-server.ts';
import { FAKE_CLIENT, FakeOauth, TokenRequest } from './fake-oauth.ts';
import { asBody, type FakeOfVendor, hmac, startFakeVendor } from './fake-vendor.ts';
import { firstAndLast, Hiring, known, orNoSuch } from './hiring.ts';
import type { Application, Change, Subscription } from './hiring-records.ts';
import { SmartBody, SmartQuery } from './smart-recruiters-schema.ts';
import { asAssignment, asCandidate, asInterview } from './smart-recruiters-wire.ts';

export interface FakeSmartRecruiters extends FakeOfVendor {
  oauth: FakeOauth;
}

const API_KEY = 'smart-recruiters-key';
const SUBSCRIPTIONS = '/webhooks-api/v201907/subscriptions';
const TAG = /#\[CANDIDATE:([^\]]+)\] ?/g;
const SUB_STATUSES: Record<string, string[]> = {
  IN_REVIEW: ['Phone screen'],
  INTERVIEW: ['First talk', 'With the team'],
  OFFERED: [],
};
const STAGES = [
  { id: 'LEAD', name: 'Lead', kind: 'lead' },
  { id: 'NEW', name: 'New', kind: 'applied' },
  { id: 'IN_REVIEW', name: 'In review', kind: 'screen' },
  { id: 'IN_REVIEW/Phone screen', name: 'Phone screen', kind: 'screen' },
  { id: 'INTERVIEW', name: 'Interview', kind: 'interview' },
  { id: 'INTERVIEW/First talk', name: 'First talk', kind: 'interview' },
  { id: 'INTERVIEW/With the team', name: 'With the team', kind: 'interview' },
  { id: 'OFFERED', name: 'Offered', kind: 'offer' },
  { id: 'HIRED', name: 'Hired', kind: 'hired' },
  { id: 'REJECTED', name: 'Rejected', kind: 'rejected' },
  { id: 'WITHDRAWN', name: 'Withdrawn', kind: 'rejected' },
] as const;

export async function startFakeSmartRecruiters(
  clock: FakeClock,
  { pageSize = 100 } = {},
): Promise<FakeSmartRecruiters> {
  const hiring = new Hiring(clock, { newId: fakeUuids(), stages: STAGES, withoutJob: 'nothing' });
  const oauth = new FakeOauth(clock, 1800);
  const application = ({ person, job }: Application) => `${person.id}:${job?.id}`;
  const fake = await startFakeVendor(hiring, {
    access: { connectedBy: 'key', credentials: { apiKey: API_KEY }, tokens: null, client: FAKE_CLIENT },
    routes: [
      ...candidates(hiring, pageSize),
      ...company(hiring, pageSize),
      ...messages(hiring, pageSize),
      ...webhooks(hiring, pageSize),
      post('/identity/oauth/token', { kind: 'signIn', body: TokenRequest }, ({ body }) =>
        ok(oauth.grant(body)),
      ),
    ],
    authenticate: ({ headers }) => {
      const bearer = headers.authorization?.replace(/^Bearer /, '') ?? '';
      return headers['x-smarttoken'] === API_KEY || oauth.isGood(bearer) ? null : says.keyRefused();
    },
    expireTokens: oauth.expire,
    says,
    webhooks: { signsBody: true, signsTime: true, tells, sign: sign(hiring) },
    tells: ['interviews', 'newHires'],
    ids: { application, hire: (hire) => (hire.application === null ? '' : application(hire.application)) },
  });
  return { ...fake, oauth };
}

const no = (status: number, code: string, message: string) =>
  ok({ message, errors: [{ code, message }] }, status);

const says = {
  keyRefused: () => no(401, 'UNAUTHORIZED', 'Authorization is missing or wrong'),
  rightMissing: () => no(403, 'ACCESS_DENIED', 'Access is denied'),
  notFound: () => no(404, 'NOT_FOUND', 'It was not found'),
  invalid: (problems: string[]) => no(400, 'BAD_REQUEST', problems.join('; ')),
  throttled: (seconds: number) => ({
    ...no(429, 'TOO_MANY_REQUESTS', 'Slow down'),
    headers: { 'retry-after': String(seconds), 'x-ratelimit-limit': '10' },
  }),
};

function paged<T>(all: T[], pageId: string | undefined, size: number) {
  const page = pageOf(all, pageId, size);
  if (page === null) return refuse(says.invalid(['pageId was not given out']));
  return { content: page.items, ...(page.next !== null && { nextPageId: page.next }) };
}

function candidates(hiring: Hiring, pageSize: number): FakeRoute[] {
  const right = 'candidates_read';
  const applicationTo = (params: Record<string, string>) => {
    const theirs = hiring.applicationsOf(known(hiring.people, params.id));
    return orNoSuch(theirs.find(({ job }) => job?.id === params.job));
  };
  return [
    get('/candidates', { right, query: SmartQuery.candidates }, ({ query }) => {
      // Words, anywhere: never an address alone.
      const words = (query.q ?? '')
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .filter(Boolean);
      const wanted = hiring.people.filter((person) => {
        const candidate = asCandidate(hiring, person);
        const text = JSON.stringify([candidate, person.phones]).toLowerCase();
        const statuses = hiring.applicationsOf(person).map((each) => asAssignment(hiring, each).status);
        return (
          (words.length === 0 || words.some((word) => text.includes(word))) &&
          (query.status === undefined || statuses.includes(query.status)) &&
          candidate.updatedOn > (query.updatedAfter ?? '')
        );
      });
      const limit = Math.min(query.limit ?? 10, query.q === undefined ? pageSize : 100);
      const candidates = wanted.map((person) => asCandidate(hiring, person));
      return ok({ limit, totalFound: wanted.length, ...paged(candidates, query.pageId, limit) });
    }),
    get('/candidates/:id', { right }, ({ params }) => {
      const person = known(hiring.people, params.id);
      const [phoneNumber] = person.phones;
      return ok({ ...asCandidate(hiring, person), ...(phoneNumber && { phoneNumber }) });
    }),
    get('/candidates/:id/jobs/:job', { right }, ({ params }) => {
      const application = applicationTo(params);
      const url = `https://api.smartrecruiters.com/job-applications-api/v202112/job-applications/${application.id}`;
      return ok({ ...asAssignment(hiring, application), url });
    }),
    put(
      '/candidates/:id/jobs/:job/status',
      { right: 'candidates_manage', body: SmartBody.status },
      ({ params, body: { status, subStatus } }) => {
        const application = applicationTo(params);
        if (status === 'TRANSFERRED') return says.invalid(['status']);
        if (subStatus !== undefined && !SUB_STATUSES[status]?.includes(subStatus))
          return says.invalid(['subStatus']);
        hiring.move(application, subStatus === undefined ? status : `${status}/${subStatus}`);
        return { status: 200 };
      },
    ),
  ];
}

function company(hiring: Hiring, pageSize: number): FakeRoute[] {
  const process = { id: 'default', name: 'Default', active: true };
  const right = 'configuration_read';
  return [
    get('/jobs', { right: 'jobs_read', query: SmartQuery.jobs }, ({ query: { limit = 10, offset = 0 } }) => {
      const content = hiring.jobs.slice(offset, offset + Math.min(limit, pageSize)).map(({ id, name }) => ({
        id,
        title: name,
        refNumber: 'REF1',
        status: 'SOURCING',
        postingStatus: 'PUBLIC',
      }));
      return ok({ limit, offset, totalFound: hiring.jobs.length, content });
    }),
    get('/jobs/:id/hiring-team', { right: 'jobs_read' }, ({ params }) => {
      const { manager } = known(hiring.jobs, params.id);
      const content = manager === null ? [] : [{ id: manager.id, role: 'HIRING_MANAGER' }];
      return ok({ totalFound: content.length, content });
    }),
    get('/configuration/company', { right }, () => ok({ identifier: 'AcmeInc', name: 'Acme' })),
    get('/configuration/hiring-processes', { right }, () => ok({ totalFound: 1, content: [process] })),
    get('/configuration/hiring-processes/:id', { right }, () =>
      ok({ ...process, subStatuses: SUB_STATUSES }),
    ),
    get('/user-api/v201804/users/:id', { right: 'users_read' }, ({ params }) => {
      const { id, email, name, active } = known(hiring.users, params.id);
      return ok({ id, email, ...firstAndLast(name), active });
    }),
    get(
      '/interviews-api/v201904/interviews',
      { right: 'interviews_read', query: SmartQuery.interviews },
      ({ query }) => {
        const theirs = hiring.interviews.filter(({ application }) => application.id === query.applicationId);
        return ok({ content: theirs.filter(({ canceled }) => !canceled).map(asInterview) });
      },
    ),
  ];
}

function messages(hiring: Hiring, pageSize: number): FakeRoute[] {
  return [
    get('/messages', { right: 'messages_read', query: SmartQuery.messages }, ({ query }) => {
      const notes = hiring.notes
        .filter(({ person }) => person.id === query.candidateId)
        .map(({ body, createdAt }) => ({
          content: body,
          createdOn: createdAt.toISOString(),
          visibility: 'OPEN',
          authorId: 'author',
        }));
      return ok(paged(notes, query.pageId, Math.min(query.limit ?? 10, pageSize)));
    }),
    post('/messages/shares', { right: 'messages_write', body: SmartBody.share }, ({ body }) => {
      const { users = [], hiringTeamOf = [], everyone = false, openNote = false } = body.shareWith;
      const sendsMail = users.length > 0 || hiringTeamOf.length > 0 || everyone;
      if (sendsMail || body.content.includes('@[')) return says.invalid(['this sends mail']);
      const tagged = [...body.content.matchAll(TAG)].map(([, id]) => id);
      if (!openNote || tagged.length !== 1) return says.invalid(['this stands on no profile']);
      const person = known(hiring.people, tagged[0]);
      const { id } = hiring.addNote({ person, body: body.content.replace(TAG, '') });
      return ok({ id, shareRequired: false }, 201);
    }),
  ];
}

function webhooks(hiring: Hiring, pageSize: number): FakeRoute[] {
  const right = 'webhooks_manage';
  const subscription = (id: string | undefined) => known(hiring.subscriptions, id);
  const shown = ({ id, url, events, active }: Subscription) => ({
    id,
    callbackUrl: url,
    events: events?.map((name) => ({ name, version: 'v201910' })),
    status: active ? 'active' : 'inactive',
  });
  return [
    get(SUBSCRIPTIONS, { right, query: SmartQuery.subscriptions }, ({ query }) =>
      ok(paged(hiring.subscriptions.map(shown), query.pageId, pageSize)),
    ),
    post(SUBSCRIPTIONS, { right, body: SmartBody.subscription }, ({ body: { callbackUrl: url, events } }) =>
      ok(shown(hiring.subscribe({ url, events, secret: '', active: false })), 201),
    ),
    post(`${SUBSCRIPTIONS}/:id/secret-key`, { right }, ({ params }) => {
      const wanted = subscription(params.id);
      const secretKey = `${hiring.newId('event')}-key`;
      wanted.secret = `${wanted.secret} ${secretKey}`.trim();
      return ok({ secretKey }, 201);
    }),
    put(`${SUBSCRIPTIONS}/:id/activation`, { right }, ({ params }) => {
      const wanted = subscription(params.id);
      const headers = { 'x-hook-secret': hiring.newId('event') };
      hiring.outbox.add({ url: wanted.url, sign: () => ({ headers, body: Buffer.from('') }) });
      wanted.active = true;
      return { status: 204 };
    }),
    del(`${SUBSCRIPTIONS}/:id`, { right }, ({ params }) => {
      hiring.unsubscribe(params.id);
      return { status: 204 };
    }),
  ];
}

function tells(change: Change): [string, object][] {
  const of = ({ id, person, job }: Application) => ({
    job_id: job?.id,
    candidate_id: person.id,
    application_id: id,
  });
  switch (change.kind) {
    case 'personAdded':
      return [['candidate.created', { id: change.person.id }]];
    case 'personChanged':
      return [['candidate.updated', { id: change.person.id }]];
    case 'personDeleted':
      return [['candidate.deleted', { id: change.person.id }]];
    case 'applied':
      return [['application.created', of(change.application)]];
    case 'moved':
      return [['application.status.updated', of(change.application)]];
    case 'interviewAdded':
    case 'interviewCanceled': {
      const event = change.kind === 'interviewAdded' ? 'interview.created' : 'interview.canceled';
      const { id, application } = change.interview;
      const { job_id: _, ...ids } = of(application);
      return [[event, { interview_id: `interview-${id}`, ...ids, company_id: 'AcmeInc' }]];
    }
    default:
      return [];
  }
}

const sign = (hiring: Hiring) => (name: string, ids: object) => {
  const eventId = hiring.newId('event');
  const body = asBody(ids);
  const link = '<https://api.smartrecruiters.com/candidates>; rel="self"';
  return ({ secret }: Subscription, at: Date) => {
    const timestamp = String(Math.floor(at.getTime() / 1000));
    const signed = [timestamp, body.toString(), eventId, name, 'v201910', link].join('.');
    const headers = {
      'content-type': 'application/json',
      'event-id': eventId,
      'event-name': name,
      'event-version': 'v201910',
      link,
      'smartrecruiters-timestamp': timestamp,
      'smartrecruiters-signature': secret
        .split(' ')
        .map((key) => `v1=${hmac(key, signed)}`)
        .join(';'),
    };
    return { headers, body };
  };
};
