import { pageOf } from './fake-answers.ts';
import type { FakeClock } from './fake-ats.ts';
import { del, type FakeAtsRequest, type FakeRoute, get, ok, post, refuse } from './fake-ats-server.ts';
import { FAKE_CLIENT, FakeOauth, TokenRequest } from './fake-oauth.ts';
import { asBody, type FakeOfVendor, hmac, startFakeVendor } from './fake-vendor.ts';
import { Hiring, known, orNoSuch } from './hiring.ts';
import type { Change, HiringKind, Subscription } from './hiring-records.ts';
import { WorkableBody, WorkableQuery } from './workable-schema.ts';
import { ACCOUNT, asCandidate, asEmployee, asEvent, asStage } from './workable-wire.ts';

/* There are no candidates apart from applications: both have one id. */

export interface FakeWorkable extends FakeOfVendor {
  oauth: FakeOauth;
  /** The address that replies give for the next page. */
  sayNextPageAt(host: string): void;
  /** What signs webhooks: the key, or the secret of the client that someone consented to. */
  signWith(key: string): void;
}

interface How {
  pageSize: number;
  /** The address given for the next page. */
  host: string;
  signingKey: string;
}

const API_KEY = 'workable-key';
const BASE = '/spi/v3';
const STAGES = [
  { id: 'sourced', name: 'Sourced', type: 'sourced', kind: 'lead' },
  { id: 'applied', name: 'Applied', type: 'applied', kind: 'applied' },
  { id: 'phone-screen', name: 'Phone Screen', type: 'phone-screen', kind: 'screen' },
  { id: 'trial-day', name: 'Trial day at work', type: 'interview', kind: 'interview' },
  { id: 'offer', name: 'Offer', type: 'offer', kind: 'offer' },
  { id: 'hired', name: 'Hired', type: 'hired', kind: 'hired' },
] as const;

export async function startFakeWorkable(clock: FakeClock, { pageSize = 100 } = {}): Promise<FakeWorkable> {
  const hiring = new Hiring(clock, { newId: newIds(), stages: STAGES, withoutJob: 'application' });
  hiring.addUser({ name: 'Olga Owner', email: 'owner@corp.example', role: 'admin' });
  const oauth = new FakeOauth(clock, 7200);
  const how: How = { pageSize, host: 'acme.workable.com', signingKey: API_KEY };
  const fake = await startFakeVendor(hiring, {
    access: {
      connectedBy: 'key',
      credentials: { subdomain: ACCOUNT.subdomain, apiKey: API_KEY },
      tokens: null,
      client: FAKE_CLIENT,
    },
    routes: [
      ...account(hiring, how),
      ...candidates(hiring, how),
      ...subscriptions(hiring, how),
      post('/oauth/token', { kind: 'signIn', body: TokenRequest }, ({ body }) => ok(oauth.grant(body))),
    ],
    authenticate: ({ headers }) => {
      const token = headers.authorization?.replace(/^Bearer /, '') ?? '';
      const isPartner = oauth.isGood(token) && headers['x-workable-client-id'] === FAKE_CLIENT.id;
      return token === API_KEY || isPartner ? null : says.keyRefused();
    },
    expireTokens: oauth.expire,
    says,
    webhooks: {
      signsBody: true,
      signsTime: false,
      // Each event has its own, which differ after the question mark only.
      urlOf: (url) => url.replace(/\?.*$/, ''),
      tells,
      sign: sign(hiring, how),
    },
    tells: ['interviews', 'newHires'],
    ids: { application: ({ person }) => person.id },
  });
  return {
    ...fake,
    oauth,
    sayNextPageAt: (host) => {
      how.host = host;
    },
    signWith: (key) => {
      how.signingKey = key;
    },
  };
}

function newIds() {
  let made = 0;
  return (kind: HiringKind): string => {
    made += 1;
    const number = (made * 2_654_435_761) % 2 ** 32;
    if (kind === 'subscription') return String(number);
    return kind === 'job' ? number.toString(16).toUpperCase() : number.toString(16);
  };
}

const no = (status: number, error: unknown) => ok({ error }, status);

const says = {
  keyRefused: () => {
    const error = { name: 'invalid_token', state: 'unauthorized' };
    const description = 'The access token is invalid';
    return no(401, { error: { error, reason: 'unknown', description } });
  },
  rightMissing: () => no(403, 'Not authorized'),
  notFound: () => no(404, 'Not found'),
  invalid: (problems: string[]) =>
    ok({ error: 'Validation failed', validation_errors: { fields: problems } }, 422),
  throttled: (seconds: number) => ({
    ...no(429, 'Rate limit exceeded'),
    headers: { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': String(seconds) },
  }),
};

/** A page of `all`, under the name that this list has. */
function paged(name: string, all: object[], { path, query }: FakeAtsRequest, how: How) {
  const { limit = 50, since_id } = query as { limit?: string; since_id?: string };
  const page = pageOf(all, since_id, Math.min(Number(limit), how.pageSize));
  if (page === null) return refuse(says.invalid(['since_id']));
  if (page.next === null) return ok({ [name]: page.items });
  const url = new URL(path, `https://${how.host}`);
  for (const [field, value] of Object.entries(query)) url.searchParams.set(field, String(value));
  url.searchParams.set('since_id', page.next);
  return ok({ [name]: page.items, paging: { next: url.href } });
}

function account(hiring: Hiring, how: How): FakeRoute[] {
  const right = 'r_jobs';
  return [
    get(`${BASE}/accounts`, { right }, () => ok({ accounts: [ACCOUNT] })),
    get(`${BASE}/accounts/:subdomain`, { right }, ({ params }) =>
      params.subdomain === ACCOUNT.subdomain ? ok(ACCOUNT) : says.notFound(),
    ),
    get(`${BASE}/jobs`, { right, query: WorkableQuery.jobs }, ({ request }) => {
      const jobs = hiring.jobs.map(({ id, name }) => ({
        id: `job-${id}`,
        shortcode: id,
        title: name,
        state: 'published',
      }));
      return paged('jobs', jobs, request, how);
    }),
    get(`${BASE}/stages`, { right }, () => ok({ stages: hiring.stagesOf(null).map(asStage) })),
    get(`${BASE}/jobs/:shortcode/stages`, { right }, ({ params }) =>
      ok({ stages: hiring.stagesOf(known(hiring.jobs, params.shortcode)).map(asStage) }),
    ),
    get(`${BASE}/members`, { right, query: WorkableQuery.members }, ({ query, request }) => {
      const members = hiring.users
        .map(({ id, name, email, role, active }) => {
          return { id, name, email, role: role === 'interviewer' ? 'reviewer' : role, active };
        })
        .filter(
          ({ email, role, active }) =>
            active &&
            (query.email === undefined || email === query.email) &&
            (query.role === undefined || role === query.role),
        );
      return paged('members', members, request, how);
    }),
    get(`${BASE}/events`, { right, query: WorkableQuery.events }, ({ query, request }) => {
      const events = hiring.interviews
        .map(asEvent)
        .filter(
          ({ starts_at, cancelled }) =>
            (query.start_date === undefined || starts_at >= query.start_date) &&
            (!cancelled || query.include_cancelled === 'true'),
        );
      return paged('events', events, request, how);
    }),
    get(
      `${BASE}/employees`,
      { right: 'r_employees', query: WorkableQuery.employees },
      ({ query: { limit = 50, offset = 0 } }) => {
        const page = hiring.hires.slice(offset, offset + Math.min(limit, how.pageSize));
        return ok({ employees: page.map(asEmployee) });
      },
    ),
  ];
}

function candidates(hiring: Hiring, how: How): FakeRoute[] {
  const right = 'r_candidates';
  const path = `${BASE}/candidates/:id`;
  const application = (id: string | undefined) =>
    orNoSuch(hiring.applications.find(({ person }) => person.id === id));
  const member = (wanted: string) =>
    hiring.users.find(({ id, active }) => id === wanted && active) ?? refuse(says.invalid(['member_id']));
  return [
    get(`${BASE}/candidates`, { right, query: WorkableQuery.candidates }, ({ query, request }) => {
      const wanted = hiring.applications
        .map(asCandidate)
        .filter(
          ({ email, updated_at }) =>
            (query.email === undefined || email === query.email) &&
            (query.updated_after === undefined || updated_at > query.updated_after),
        );
      return paged('candidates', wanted, request, how);
    }),
    get(path, { right }, ({ params }) => ok({ candidate: asCandidate(application(params.id)) })),
    get(`${path}/activities`, { right, query: WorkableQuery.list }, ({ params, request }) => {
      const activities = hiring
        .notesOf(application(params.id).person)
        .map(({ id, body, createdAt, author }) => ({
          id,
          action: 'comment',
          body,
          created_at: createdAt.toISOString(),
          member: author && { id: author.id, name: author.name },
        }));
      return paged('activities', activities, request, how);
    }),
    post(
      `${path}/comments`,
      { right: 'w_candidates', body: WorkableBody.comment },
      ({ params, body: { member_id, comment } }) => {
        const about = { author: member(member_id), person: application(params.id).person };
        return ok({ id: hiring.addNote({ ...about, body: comment.body }).id }, 201);
      },
    ),
    post(
      `${path}/move`,
      { right: 'w_candidates', body: WorkableBody.move },
      ({ params, body: { member_id, target_stage } }) => {
        member(member_id);
        const moved = application(params.id);
        if (!hiring.stagesOf(moved.job).some(({ id }) => id === target_stage))
          return says.invalid(['target_stage']);
        hiring.move(moved, target_stage);
        return { status: 202 };
      },
    ),
  ];
}

function subscriptions(hiring: Hiring, how: How): FakeRoute[] {
  const path = `${BASE}/subscriptions`;
  const right = 'r_candidates';
  return [
    get(path, { right, query: WorkableQuery.list }, ({ request }) => {
      if (hiring.subscriptions.length === 0) return says.notFound();
      const shown = hiring.subscriptions.map(({ id, events, url, createdAt }) => ({
        id: Number(id),
        event: events?.[0],
        target: url,
        created_at: createdAt.toISOString(),
      }));
      return paged('subscriptions', shown, request, how);
    }),
    post(
      path,
      {
        right: ({ body }) =>
          /"event":"(employee|onboarding)/.test(JSON.stringify(body)) ? 'r_employees' : right,
        body: WorkableBody.subscription,
      },
      ({ body: { target, event } }) => {
        if (hiring.subscriptions.some(({ url }) => url === target))
          return no(409, 'Target has already been taken');
        const { id } = hiring.subscribe({ url: target, events: [event], secret: '' });
        return ok({ id: Number(id) }, 201);
      },
    ),
    del(`${path}/:id`, { right }, ({ params }) => {
      hiring.unsubscribe(params.id);
      return { status: 200 };
    }),
  ];
}

/** A change of someone's name or numbers has no event. */
function tells(change: Change): [string, object][] {
  switch (change.kind) {
    case 'applied':
      return [['candidate_created', asCandidate(change.application)]];
    case 'moved':
      return [['candidate_moved', asCandidate(change.application)]];
    case 'personDeleted':
      return change.applications.map((each) => ['candidate_deleted', asCandidate(each)]);
    case 'hired':
      return [['employee_created', asEmployee(change.hire)]];
    default:
      return [];
  }
}

const sign = (hiring: Hiring, how: How) => (event: string, data: object) => {
  const fired_at = hiring.clock.tick().toISOString();
  const body = asBody({ id: hiring.newId('event'), event_type: event, fired_at, data });
  return (_subscription: Subscription) => ({
    headers: { 'content-type': 'application/json', 'x-workable-signature': hmac(how.signingKey, body) },
    body,
  });
};
