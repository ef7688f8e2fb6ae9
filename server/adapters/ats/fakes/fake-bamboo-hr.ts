import type { z } from 'zod';
import type { FakeReply } from '../../carrier/fakes/fake-server.ts';
import { BambooHrBody, BambooHrQuery } from './bamboo-hr-schema.ts';
import { numberedIds } from './fake-answers.ts';
import type { FakeClock } from './fake-ats.ts';
import { del, type FakeRoute, get, ok, post, wait } from './fake-ats-server.ts';
import { asBody, basicAuth, type FakeOfVendor, hmac, startFakeVendor } from './fake-vendor.ts';
import { Hiring, lastChange, orNoSuch } from './hiring.ts';
import type { Application, Change, Job, StageFacts, Subscription } from './hiring-records.ts';

/* There are no candidates apart from applications: both have one id. Who works there, or will, is an employee. */

const SUBDOMAIN = 'acme-staffing';
const API_KEY = 'bamboo-key';
const API = '/api/v1';
const HIRING = 'ATS settings';
const EMPLOYEES = 'employees';
/** No one can be in it. */
const DISABLED = 'disabled';
const STAGES: StageFacts[] = [
  { id: '1', name: 'New', kind: 'applied' },
  { id: '2', name: 'Schedule Phone Screen', kind: 'screen' },
  { id: '3', name: 'Interviewed', kind: 'interview' },
  { id: '14', name: 'Put on Hold', kind: 'other', plan: DISABLED },
  { id: '4', name: 'Offer Sent', kind: 'offer' },
  { id: '5', name: 'Not a Fit', kind: 'rejected' },
  { id: '6', name: 'Hired', kind: 'hired' },
];

/** `throttledWith`: 503 until September 2026. */
export async function startFakeBambooHr(
  clock: FakeClock,
  { pageSize = 25, throttledWith = 429 } = {},
): Promise<FakeOfVendor> {
  const hiring = new Hiring(clock, { newId: numberedIds(100), stages: STAGES, withoutJob: 'job' });
  return startFakeVendor(hiring, {
    access: {
      connectedBy: 'key',
      credentials: { subdomain: SUBDOMAIN, apiKey: API_KEY },
      tokens: null,
      client: null,
    },
    routes: [...jobs(hiring), ...applications(hiring, pageSize), ...employees(hiring), ...webhooks(hiring)],
    authenticate: ({ headers }) => {
      if (headers.authorization !== basicAuth(API_KEY, 'x')) return says.keyRefused();
      if (headers.accept === 'application/json') return null;
      return { status: 200, headers: { 'content-type': 'text/xml' }, body: '<?xml version="1.0"?><result/>' };
    },
    says: { ...says, throttled: (seconds) => wait(seconds, { status: throttledWith, body: '' }) },
    webhooks: { signsBody: true, signsTime: true, tells, sign: sign(hiring) },
    tells: ['newHires'],
    ids: { application: ({ person }) => person.id },
  });
}

/** The reason is in a header; bodies are empty. */
const no = (status: number, message: string): FakeReply => ({
  status,
  headers: { 'x-bamboohr-error-message': message },
  body: '',
});

const says = {
  keyRefused: () => no(401, 'Invalid API credentials'),
  rightMissing: () => no(403, 'Insufficient permissions'),
  notFound: () => no(404, 'Not found'),
  invalid: (problems: string[]) => no(400, problems.join('; ')),
};

function jobs(hiring: Hiring): FakeRoute[] {
  const path = `${API}/applicant_tracking`;
  return [
    get(`${path}/statuses`, { right: HIRING }, () =>
      ok(
        hiring.stages.map(({ id, name, plan }) => ({
          id,
          code: null,
          name,
          translatedName: name,
          description: null,
          enabled: plan !== DISABLED,
          manageable: true,
        })),
      ),
    ),
    get(`${path}/jobs`, { right: HIRING, query: BambooHrQuery.jobs }, ({ query }) => {
      const groups = query.statusGroups?.split(',');
      return ok(groups === undefined || groups.includes('Open') ? hiring.jobs.map(asJob) : []);
    }),
  ];
}

const asJob = ({ id, name, manager }: Job) => ({
  id: Number(id),
  title: { id: null, label: name },
  postedDate: '2026-10-01T00:00:00+00:00',
  location: null,
  department: null,
  status: { id: 2, label: 'Open' },
  hiringLead: manager && {
    employeeId: Number(manager.id),
    firstName: 'Mo',
    lastName: 'D',
    avatar: null,
    jobTitle: null,
  },
  newApplicantsCount: 0,
  activeApplicantsCount: 0,
  totalApplicantsCount: 0,
  postingUrl: null,
});

type Asked = z.infer<typeof BambooHrQuery.applications>;

function applications(hiring: Hiring, pageSize: number): FakeRoute[] {
  const path = `${API}/applicant_tracking/applications`;
  const application = (id: string | undefined) =>
    orNoSuch(hiring.applications.find(({ person }) => person.id === id));
  return [
    get(path, { right: HIRING, query: BambooHrQuery.applications }, ({ query }) => {
      const found = sorted(hiring, hiring.applications.filter(matching(query)), query);
      const page = Number(query.page ?? 1);
      const hasMore = found.length > page * pageSize;
      const next = `https://${SUBDOMAIN}.bamboohr.com${path}?page=${page + 1}`;
      return ok({
        paginationComplete: !hasMore,
        nextPageUrl: hasMore ? next : null,
        applications: found.slice((page - 1) * pageSize, page * pageSize).map((each) => {
          const { applicant, job, ...rest } = asApplication(each);
          return { ...rest, applicant, job };
        }),
      });
    }),
    get(`${path}/:id`, { right: HIRING }, ({ params }) => {
      const found = application(params.id);
      const { status, applicant, job, ...rest } = asApplication(found);
      return ok({
        ...rest,
        status: { ...status, dateChanged: found.movedAt.toISOString(), changedByUser: null },
        commentCount: hiring.notesOf(found.person).length,
        emailCount: 0,
        eventCount: 0,
        applicant: { ...applicant, phoneNumber: found.person.phones[0] ?? null, availableStartDate: null },
        job: { ...job, hiringLead: null },
      });
    }),
    post(`${path}/:id/comments`, { right: HIRING, body: BambooHrBody.comment }, ({ params, body }) => {
      const { id } = hiring.addNote({ person: application(params.id).person, body: body.comment });
      return ok({ type: 'comment', id: Number(id) });
    }),
    post(
      `${path}/:id/status`,
      { right: HIRING, body: BambooHrBody.status },
      ({ params, body: { status } }) => {
        const found = application(params.id);
        if (!hiring.stagesOf(found.job).some(({ id }) => Number(id) === status))
          return says.invalid(['Invalid status']);
        hiring.move(found, String(status));
        return ok({ type: 'positionApplicantStatus', id: Number(hiring.newId('event')) });
      },
    ),
  ];
}

/** Lists have no phone numbers. */
const asApplication = ({ person, stage, job, createdAt }: Application) => ({
  id: Number(person.id),
  appliedDate: createdAt.toISOString(),
  status: { id: Number(stage.id), label: stage.name },
  rating: null,
  applicant: {
    id: Number(person.id) + 10_000,
    firstName: person.firstName,
    lastName: person.lastName,
    avatar: null,
    email: person.emails[0] ?? '',
    source: 'Careers Website',
  },
  job: { id: Number(job?.id), title: { id: null, label: job?.name } },
});

/** A search by words, over what is shown. */
function matching({ searchString, newSince, jobId }: Asked) {
  const since = newSince === undefined ? null : new Date(`${newSince.replace(' ', 'T')}Z`);
  const words = searchString?.toLowerCase() ?? '';
  return ({ person: { firstName, lastName, emails, phones }, createdAt, job }: Application) =>
    [firstName, lastName, emails[0] ?? '', phones[0]].join(' ').toLowerCase().includes(words) &&
    (since === null || createdAt >= since) &&
    (jobId === undefined || job?.id === jobId);
}

function sorted(hiring: Hiring, found: Application[], { sortBy, sortOrder }: Asked): Application[] {
  const at = (each: Application) =>
    sortBy === 'last_updated'
      ? lastChange(each, each.person, ...hiring.notesOf(each.person))
      : each.createdAt;
  const ascending = found.toSorted((one, other) => at(one).getTime() - at(other).getTime());
  return sortOrder === 'DESC' ? ascending.reverse() : ascending;
}

function employees(hiring: Hiring): FakeRoute[] {
  const all = () => [
    ...hiring.users.map(({ id, createdAt, email }) => ({ id, createdAt, fields: { workEmail: email } })),
    ...hiring.hires.map(({ id, createdAt, person, startsOn }) => ({
      id,
      createdAt,
      fields: {
        firstName: person.firstName,
        lastName: person.lastName,
        homeEmail: person.emails[0] ?? '',
        mobilePhone: person.phones[0] ?? null,
        hireDate: startsOn,
      },
    })),
  ];
  return [
    get(
      `${API}/employees/changed`,
      { right: EMPLOYEES, query: BambooHrQuery.changedEmployees },
      ({ query }) => {
        const found = all().filter(({ createdAt }) => createdAt >= new Date(query.since));
        const rows = found.map(({ id, createdAt }) => {
          return [id, { id, action: 'Inserted', lastChanged: createdAt.toISOString() }];
        });
        return ok({ latest: hiring.clock.now().toISOString(), employees: Object.fromEntries(rows) });
      },
    ),
    get(`${API}/employees/:id`, { right: EMPLOYEES, query: BambooHrQuery.employee }, ({ params, query }) => {
      const { id, fields } = orNoSuch(all().find((each) => each.id === params.id));
      const asked = (query.fields ?? 'firstName,lastName').split(',');
      const shown = Object.entries(fields).filter(([name]) => asked.includes(name));
      return ok({ id, ...Object.fromEntries(shown) });
    }),
  ];
}

function webhooks(hiring: Hiring): FakeRoute[] {
  const asWebhook = ({ id, url, extra: { name } }: Subscription) => ({
    id,
    name,
    created: '2026-11-01 10:00:00',
    lastSent: null,
    url,
  });
  return [
    get(`${API}/webhooks`, {}, () => ok({ webhooks: hiring.subscriptions.map(asWebhook) })),
    post(`${API}/webhooks`, { body: BambooHrBody.webhook }, ({ body }) => {
      const { name, url, format, events, monitorFields = [] } = body;
      const secret = `private-key-${hiring.newId('event')}`;
      const made = hiring.subscribe({ url, events, secret, extra: { name } });
      return ok({ ...asWebhook(made), format, events, monitorFields, privateKey: secret }, 201);
    }),
    del(`${API}/webhooks/:id`, {}, ({ params }) => {
      hiring.unsubscribe(params.id);
      return { status: 200, headers: { 'content-type': 'text/plain' }, body: 'Webhook deleted.' };
    }),
  ];
}

/** Of employees only. */
function tells(change: Change): [string, object][] {
  const created = ({ id }: { id: string }): [string, object] => [
    'employee.created',
    { companyId: '1', employeeId: id },
  ];
  if (change.kind === 'userAdded') return [created(change.user)];
  return change.kind === 'hired' ? [created(change.hire)] : [];
}

const sign = (hiring: Hiring) => (type: string, data: object) => {
  const body = asBody({ type, timestamp: hiring.clock.now().toISOString(), data });
  return ({ secret }: Subscription, at: Date) => {
    const seconds = String(Math.floor(at.getTime() / 1000));
    const signature = hmac(secret, body, seconds);
    return { headers: { 'x-bamboohr-signature': signature, 'x-bamboohr-timestamp': seconds }, body };
  };
};
