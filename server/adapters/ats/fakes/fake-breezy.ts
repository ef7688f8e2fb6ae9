import { BREEZY_EVENTS, BreezyBody, BreezyQuery } from './breezy-schema.ts';
import type { FakeClock } from './fake-ats.ts';
import { del, type FakeRoute, get, ok, post, put, refuse } from './fake-ats-server.ts';
import { asBody, type FakeOfVendor, hmac, startFakeVendor } from './fake-vendor.ts';
import { fullName, Hiring, known, lastChange } from './hiring.ts';
import type {
  Application,
  Change,
  HiringKind,
  Job,
  Stage,
  StageFacts,
  Subscription,
} from './hiring-records.ts';

/* A candidate is someone at a position: one application, whose id is both. */

export interface FakeBreezy extends FakeOfVendor {
  /** To candidates: never by us. */
  mailed: string[];
}

const TOKEN = 'breezy_pat_of_the_fake';
const COMPANY_ID = 'c0ffee01';
const COMPANY = `/v3/company/${COMPANY_ID}`;
const CANDIDATE = `${COMPANY}/position/:position/candidate/:id`;
const right = 'Developer API';
const STREAM_PAGE = 50;

const PIPELINES = [
  { _id: 'pipe0default', name: 'default' },
  { _id: 'pipe1nurses', name: 'Nurses' },
];
const inPlan = (plan: string, stages: StageFacts[]) => stages.map((stage) => ({ ...stage, plan }));
const STAGES: StageFacts[] = [
  ...inPlan('pipe0default', [
    { id: 'd1applied', name: 'Applied', type: 'applied', kind: 'applied' },
    { id: 'd2screening', name: 'Phone Screen', type: 'interviewing', kind: 'screen' },
    { id: '1501712', name: 'Meet the team', type: 'interviewing', kind: 'interview' },
    { id: 'd4offer', name: 'Offered', type: 'offer', kind: 'offer' },
    { id: 'd5hired', name: 'Welcome', type: 'hired', kind: 'hired' },
    { id: 'd6no', name: 'No thanks', type: 'disqualified', kind: 'rejected' },
  ]),
  ...inPlan('pipe1nurses', [
    { id: 'n1applied', name: 'New', type: 'applied', kind: 'applied' },
    { id: '1501713', name: 'Ward visit', type: 'interviewing', kind: 'interview' },
    { id: 'n3hired', name: 'Hired', type: 'hired', kind: 'hired' },
  ]),
];

export async function startFakeBreezy(
  clock: FakeClock,
  { rowsHavePhones = false } = {},
): Promise<FakeBreezy> {
  const hiring = new Hiring(clock, {
    newId: newIds(),
    stages: STAGES,
    plan: 'pipe0default',
    withoutJob: 'job',
  });
  const mailed: string[] = [];
  const application = ({ job, person }: Application) => `${job?.id}/${person.id}`;
  const fake = await startFakeVendor(hiring, {
    access: { connectedBy: 'key', credentials: { apiKey: TOKEN }, tokens: null, client: null },
    routes: [...company(hiring), ...candidates(hiring, rowsHavePhones, mailed), ...webhooks(hiring)],
    authenticate: ({ headers: { authorization } }) => {
      if (authorization === undefined) return no(400, 'missingAccessToken', 'An access token is required');
      return authorization === TOKEN ? null : says.keyRefused();
    },
    says,
    headers: () => ({ 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '99' }),
    webhooks: { signsBody: true, signsTime: false, tells, sign: sign(hiring) },
    tells: [],
    ids: {
      application,
      person: (person) => hiring.applicationsOf(person).map(application)[0] ?? '',
    },
  });
  return { ...fake, mailed };
}

function newIds() {
  const prefixes: Partial<Record<HiringKind, string>> = {
    job: 'p',
    person: 'c',
    note: 'a',
    subscription: 'w',
  };
  let last = 0;
  return (kind: HiringKind): string => {
    last += 1;
    return `${prefixes[kind] ?? 'e'}${last.toString(16).padStart(8, '0')}`;
  };
}

const no = (status: number, type: string, message: string) => ok({ error: { type, message } }, status);

const says = {
  keyRefused: () => no(400, 'invalidAccessToken', 'The access token is invalid'),
  rightMissing: () => no(403, 'forbidden', 'Your plan does not include the API'),
  notFound: () => no(404, 'notFound', 'Not found'),
  invalid: (problems: string[]) => no(400, 'badRequest', problems.join('; ')),
  throttled: (seconds: number) => ({
    ...no(429, 'rateLimitExceeded', 'Too many requests'),
    headers: { 'x-ratelimit-reset': String(seconds) },
  }),
};

/** A company's own stages have numbers. */
const asStage = ({ id, name, type }: Stage) => ({
  id: /^\d+$/.test(id) ? Number(id) : id,
  name,
  type: { id: type, name: type },
});

/** Everything at once, unless a size is given. */
function cut<T>(
  rows: T[],
  query: { page_size?: number | undefined; pageSize?: number | undefined; page?: string | undefined },
): T[] {
  const size = query.page_size ?? query.pageSize;
  if (size === undefined) return rows;
  const page = Number(query.page ?? 1);
  return rows.slice((page - 1) * size, page * size);
}

function company(hiring: Hiring): FakeRoute[] {
  const acme = { _id: COMPANY_ID, name: 'Acme Staffing', friendly_id: 'acme', member_count: 3 };
  return [
    get('/v3/companies', { right }, () => ok([acme])),
    get(`${COMPANY}/positions`, { right, query: BreezyQuery.positions }, ({ query }) => {
      const positions = hiring.jobs.map(({ id, name, status, plan, createdAt }) => ({
        _id: id,
        name,
        friendly_id: id,
        state: status || 'published',
        org_type: 'position',
        pipeline_id: plan,
        creation_date: createdAt.toISOString(),
        updated_date: createdAt.toISOString(),
      }));
      const wanted = positions.filter(({ state }) => query.state === undefined || state === query.state);
      return ok(cut(wanted, query));
    }),
    get(`${COMPANY}/pipelines`, { right }, () => {
      const pipelines = PIPELINES.map((pipeline) => {
        const stages = hiring.stages.filter(({ plan }) => plan === pipeline._id).map(asStage);
        return [pipeline.name, { ...pipeline, type: 'default', pipeline: stages }];
      });
      return ok(Object.fromEntries(pipelines));
    }),
  ];
}

function candidates(hiring: Hiring, rowsHavePhones: boolean, mailed: string[]): FakeRoute[] {
  const updated = (application: Application) =>
    lastChange(application, application.person, ...hiring.notesOf(application.person));
  const summaryOf = (application: Application) => {
    const { person, stage, createdAt } = application;
    return {
      _id: person.id,
      meta_id: `m${person.id}`,
      name: fullName(person),
      email_address: person.emails[0] ?? null,
      headline: '',
      origin: 'applied',
      source: { id: 's1', name: 'Indeed' },
      stage: asStage(stage),
      tags: [],
      creation_date: createdAt.toISOString(),
      updated_date: updated(application).toISOString(),
    };
  };
  /** Of another position: 412. */
  const meant = (params: Record<string, string>) => {
    const job = known(hiring.jobs, params.position);
    const person = known(hiring.people, params.id);
    const elsewhere = no(412, 'preconditionFailed', 'The candidate is not on this position');
    return hiring.applicationsOf(person).find((each) => each.job === job) ?? refuse(elsewhere);
  };

  return [
    get(
      `${COMPANY}/position/:position/candidates`,
      { right, query: BreezyQuery.candidates },
      ({ params, query }) => {
        const job = known(hiring.jobs, params.position);
        const found = hiring.applications
          .filter((each) => each.job === job)
          .sort((one, other) => updated(other).getTime() - updated(one).getTime())
          .map((each) => {
            const [phone] = each.person.phones;
            return { ...summaryOf(each), ...(rowsHavePhones && phone && { phone_number: phone }) };
          });
        return ok(cut(found, query));
      },
    ),
    get(`${COMPANY}/candidates/search`, { right, query: BreezyQuery.search }, ({ query }) => {
      const email = query.email_address.toLowerCase();
      const found = hiring.applications.filter(({ person }) => person.emails[0]?.toLowerCase() === email);
      return ok(
        found.map(({ person, job, createdAt }) => ({
          _id: person.id,
          name: fullName(person),
          creation_date: createdAt.toISOString(),
          position: { _id: job?.id, name: job?.name },
        })),
      );
    }),
    get(CANDIDATE, { right }, ({ params }) => {
      const found = meant(params);
      return ok({ ...summaryOf(found), phone_number: found.person.phones[0] ?? null });
    }),
    put(`${CANDIDATE}/stage`, { right, body: BreezyBody.stage }, ({ params, body: { stage_id } }) => {
      const found = meant(params);
      if (!hiring.stagesOf(found.job).some(({ id }) => id === stage_id)) return says.invalid(['stage_id']);
      hiring.move(found, stage_id);
      return { status: 204 };
    }),
    get(`${CANDIDATE}/stream`, { right, query: BreezyQuery.stream }, ({ params, query }) => {
      const found = meant(params);
      const skip = Number(query.skip ?? 0);
      return ok(streamOf(hiring, found).slice(skip, skip + STREAM_PAGE));
    }),
    post(`${CANDIDATE}/stream`, { right, body: BreezyBody.note }, ({ params, body }) => {
      const found = meant(params);
      const { id } = hiring.addNote({ person: found.person, body: body.body });
      return ok({ _id: id, type: 'companyNotePosted' });
    }),
    post(`${CANDIDATE}/conversation`, { right, body: BreezyBody.note }, ({ body }) => {
      mailed.push(body.body);
      return ok({});
    }),
  ];
}

/** Newest first. */
function streamOf(hiring: Hiring, { id, person, createdAt, movedAt, stage }: Application) {
  const first = { _id: `a${id}`, type: 'candidateAdded', timestamp: createdAt.toISOString(), object: {} };
  const moved = { _id: `m${id}`, type: 'candidateStatusUpdated', timestamp: movedAt.toISOString() };
  const notes = hiring.notesOf(person).map((note) => ({
    _id: note.id,
    type: 'companyNotePosted',
    timestamp: note.createdAt.toISOString(),
    object: { body: note.body },
  }));
  const moves = movedAt > createdAt ? [{ ...moved, object: { stage: stage.id } }] : [];
  const since = [...notes, ...moves].sort((a, b) => (a.timestamp < b.timestamp ? 1 : -1));
  return [...since, { ...first, first_activity: true }];
}

function webhooks(hiring: Hiring): FakeRoute[] {
  const path = `${COMPANY}/webhook_endpoints`;
  return [
    get(path, { right }, () =>
      ok({
        data: hiring.subscriptions.map(({ id, url }) => ({ _id: id, url, status: 'active' })),
        meta: { total: hiring.subscriptions.length, quota: 10 },
      }),
    ),
    post(path, { right, body: BreezyBody.webhook }, ({ body: { url, events } }) => {
      const known = BREEZY_EVENTS.filter((each) => events.includes(each));
      const secret = `whsec_${hiring.newId('event')}`;
      const { id } = hiring.subscribe({ url, events: known, secret });
      return ok({ _id: id, url, status: 'active', secret });
    }),
    del(`${COMPANY}/webhook_endpoint/:id`, { right }, ({ params }) => {
      hiring.unsubscribe(params.id);
      return { status: 204 };
    }),
  ];
}

function tells(change: Change): [string, object][] {
  const about = (job: Job | null, { person }: Partial<Application> = {}) => ({
    company: { _id: COMPANY_ID },
    position: { _id: job?.id, name: job?.name },
    ...(person && {
      candidate: { _id: person.id, name: fullName(person), phone_number: person.phones[0] ?? null },
    }),
  });
  switch (change.kind) {
    case 'jobAdded':
      return [['companyPositionAdded', about(change.job)]];
    case 'applied':
      return [['candidateAdded', about(change.application.job, change.application)]];
    case 'moved':
      return [['candidateStatusUpdated', about(change.application.job, change.application)]];
    case 'personDeleted':
      return change.applications.map((each) => ['candidateDeleted', about(each.job, each)]);
    default:
      return [];
  }
}

const sign = (hiring: Hiring) => (type: string, object: object) => {
  const creation_date = hiring.clock.now().toISOString();
  const body = asBody({ _id: hiring.newId('event'), type, creation_date, object });
  return ({ secret }: Subscription) => ({ headers: { 'x-hook-signature': hmac(secret, body) }, body });
};
