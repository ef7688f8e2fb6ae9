import type { FakeReply } from '../../carrier/fakes/fake-server.ts';
import type { FakeClock } from './fake-ats.ts';
import { type FakeRoute, get, ok, post } from './fake-ats-server.ts';
import { asBody, type FakeOfVendor, hmac, startFakeVendor } from './fake-vendor.ts';
import { firstAndLast, fullName, Hiring, known } from './hiring.ts';
import type { Application, Change, HiringKind, Person, Subscription } from './hiring-records.ts';
import { JazzHrBody, JazzHrQuery } from './jazz-hr-schema.ts';

export interface FakeJazzHr extends FakeOfVendor {
  /** An admin has the address checked. */
  verify(): void;
}

const API = '/v1';
const API_KEY = 'jazz-key-0123456789';
const PAGE_SIZE = 100;
const STAGES = [
  { id: '901', name: 'New', kind: 'applied' },
  { id: '902', name: 'Phone Screen', kind: 'screen' },
  { id: '903', name: 'Hired', kind: 'hired' },
] as const;

export async function startFakeJazzHr(clock: FakeClock): Promise<FakeJazzHr> {
  const hiring = new Hiring(clock, { newId: newIds(), stages: STAGES, withoutJob: 'nothing' });
  hiring.addUser({ name: 'Maja Díaz', email: 'maja@corp.example' });
  const fake = await startFakeVendor(hiring, {
    access: { connectedBy: 'key', credentials: { apiKey: API_KEY }, tokens: null, client: null },
    routes: routes(hiring),
    authenticate: ({ query }) => (query.apikey === API_KEY ? null : says.keyRefused()),
    says,
    webhooks: { byHand: true, signsBody: true, signsTime: false, tells, sign: sign(hiring) },
    tells: ['newHires'],
    ids: { application: ({ person, job }) => `${person.id}/${job?.id}` },
  });
  const verify = () => hiring.deliver('VERIFY', sign(hiring)('VERIFY', { data: 'JazzHR Verify Event' }));
  // Only applications have stages.
  return { ...fake, verify, addJob: (job) => ({ ...fake.addJob(job), stages: [] }) };
}

function newIds() {
  const prefixes: Partial<Record<HiringKind, string>> = { person: 'prospect', user: 'usr', event: 'uuid' };
  let last = 0;
  return (kind: HiringKind): string => {
    last += 1;
    return `${prefixes[kind] ?? kind}_20261102_${String(last).padStart(6, '0')}`;
  };
}

const no = (status: number, text: string): FakeReply => ({
  status,
  headers: { 'content-type': 'text/plain' },
  body: text,
});

const says = {
  keyRefused: () => no(403, 'Invalid API key'),
  rightMissing: () => no(403, 'Invalid API key'),
  notFound: () => no(404, 'Not found'),
  invalid: (problems: string[]) => no(400, problems.join('; ')),
  throttled: (seconds: number) => ({ ...no(429, 'Slow down'), headers: { 'retry-after': String(seconds) } }),
};

/** As JazzHR writes times. */
const spaced = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ');

/** One row comes as it is. */
function oneOrMany(rows: object[]): object {
  const [only] = rows;
  return rows.length === 1 && only !== undefined ? only : rows;
}

/** All but the note are text. */
function routes(hiring: Hiring): FakeRoute[] {
  const paged = (path: string, find: () => object[]) =>
    get(`${API}/${path}/page/:page`, { query: JazzHrQuery }, ({ params }) => {
      const page = Number(params.page);
      return ok(oneOrMany(find().slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)));
    });
  return [
    paged('users', () =>
      hiring.users.map(({ id, name, email }) => {
        const { firstName, lastName } = firstAndLast(name);
        return { id, type: 'Super Administrator', first_name: firstName, last_name: lastName, email };
      }),
    ),
    paged('jobs', () =>
      hiring.jobs.map(({ id, name, status, manager }) => ({
        id,
        title: name,
        status: status || 'Open',
        hiring_lead: manager?.id ?? null,
        board_code: `b${id}`,
      })),
    ),
    paged('applicants', () =>
      hiring.people.map((person) => {
        const [first] = hiring.applicationsOf(person);
        return {
          id: person.id,
          first_name: person.firstName,
          last_name: person.lastName,
          prospect_phone: person.phones[0] ?? '',
          apply_date: spaced(person.createdAt).slice(0, 10),
          job_id: first?.job?.id ?? '',
          job_title: first?.job?.name ?? '',
        };
      }),
    ),
    paged('hires', () =>
      hiring.hires.map(({ id, person, application, createdAt }) => ({
        id,
        applicant_id: person.id,
        job_id: application?.job?.id ?? '',
        hired_time: spaced(createdAt),
        workflow_step_id: '903',
      })),
    ),
    get(`${API}/applicants/:id`, { query: JazzHrQuery }, ({ params }) =>
      ok(asApplicant(hiring, known(hiring.people, params.id))),
    ),
    post(`${API}/notes`, { query: JazzHrQuery, body: JazzHrBody.note }, ({ body }) => {
      const person = known(hiring.people, body.applicant_id);
      const author = hiring.users.find(({ id }) => id === body.user_id) ?? null;
      if (body.user_id !== undefined && author === null) return says.invalid(['user_id']);
      return ok({ comment_id: hiring.addNote({ person, author, body: body.contents }).id });
    }),
  ];
}

function asApplicant(hiring: Hiring, person: Person) {
  const jobs = hiring.applicationsOf(person).map(({ job, stage }) => ({
    job_id: job?.id,
    job_title: job?.name,
    applicant_progress: stage.name,
    workflow_step_id: stage.id,
  }));
  return {
    id: person.id,
    first_name: person.firstName,
    last_name: person.lastName,
    email: person.emails[0] ?? '',
    phone: person.phones[0] ?? '',
    source: 'Indeed',
    desired_start_date: hiring.hires.find((hire) => hire.person === person)?.startsOn ?? '',
    jobs: oneOrMany(jobs),
    comments: hiring.notesOf(person).map(({ id, body }) => ({ id, text: body })),
    messages: [],
    activities: [],
  };
}

/** What a step of the workflow does: it exports who enters. */
function tells(change: Change): [string, object][] {
  if (change.kind !== 'personAdded') return [];
  const { person, applications } = change;
  const { id, firstName, lastName } = person;
  const profile = ({ job, stage }: Application) => ({
    profileId: { value: `${id}/${job?.id}` },
    associatedPositionOpenings: [
      { positionOpeningId: { value: job?.id }, candidateStatus: { name: stage.name, category: 'New' } },
    ],
  });
  const candidate = {
    person: {
      id: { value: id, schemeId: 'JazzHR Candidate', schemeAgencyId: 'JazzHR' },
      name: { formattedName: fullName(person), given: firstName, family: lastName },
      communication: { phone: [], email: [] },
    },
    profiles: applications.map(profile),
  };
  return [['CANDIDATE-EXPORT', { candidate }]];
}

/** Repeated every five minutes until it is taken, under the same id. */
const sign = (hiring: Hiring) => (event: string, payload: object) => {
  const body = asBody(payload);
  const uuid = hiring.newId('event');
  return ({ secret }: Subscription) => {
    const signature = hmac(secret, body);
    const headers = { 'x-jazzhr-event': event, 'x-jazzhr-signature': signature, 'x-jazzhr-uuid': uuid };
    return { headers, body };
  };
};
