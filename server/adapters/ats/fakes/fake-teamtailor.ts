import type { z } from 'zod';
import type { FakeReply } from '../../carrier/fakes/fake-server.ts';
import { numberedIds } from './fake-answers.ts';
import type { FakeClock } from './fake-ats.ts';
import { type FakeRoute, get, ok, patch, post } from './fake-ats-server.ts';
import { asBody, type FakeOfVendor, hmac, startFakeVendor } from './fake-vendor.ts';
import { Hiring, known } from './hiring.ts';
import type { Change, Subscription } from './hiring-records.ts';
import {
  applicationOf,
  asApplication,
  asCandidate,
  asCompany,
  asJob,
  asNote,
  asStage,
  asUser,
  candidateOf,
  type Resource,
} from './teamtailor-resources.ts';
import { TeamtailorBody, TeamtailorQuery } from './teamtailor-schema.ts';

const API_KEY = 'teamtailor-key';
const HOST = 'https://api.teamtailor.com/v1';
const ADMIN = 'Admin';
const DEFAULT_PAGE = 10;
/** Not in the order in which they are shown. */
const STAGES = [
  { name: 'Inbox', type: 'Inbox', order: -4_194_303, kind: 'applied' },
  { name: 'Phone screen', type: 'In process', order: 4_194_304, kind: 'screen' },
  { name: 'Interview', type: 'In process', order: 0, kind: 'interview' },
  { name: 'Offer', type: 'In process', order: 6_000_000, kind: 'offer' },
  { name: 'Hired', type: 'Hired', order: 8_388_607, kind: 'hired' },
] as const;

export async function startFakeTeamtailor(clock: FakeClock): Promise<FakeOfVendor> {
  const facts = {
    newId: numberedIds(1000),
    stages: STAGES,
    stagesPerJob: true,
    withoutJob: 'nothing',
  } as const;
  const hiring = new Hiring(clock, facts);
  hiring.addUser({ name: 'Maja', email: 'maja@corp.example', role: 'admin' });
  return startFakeVendor(hiring, {
    access: { connectedBy: 'key', credentials: { apiKey: API_KEY }, tokens: null, client: null },
    routes: [...reads(hiring), ...writes(hiring)],
    authenticate: ({ headers, method }) => {
      if (headers.authorization !== `Token token=${API_KEY}`) return says.keyRefused();
      if (!/^20\d{6}$/.test(String(headers['x-api-version'] ?? '')))
        return errors(406, 'Invalid/Missing API Version', 'Please provide a correct API version');
      const isTyped = headers['content-type'] === 'application/vnd.api+json';
      return method === 'GET' || isTyped ? null : { status: 415, body: '' };
    },
    says,
    headers: () => ({ 'x-rate-limit-limit': '50', 'x-rate-limit-remaining': '49' }),
    webhooks: { byHand: true, signsBody: true, signsTime: true, tells, sign },
    tells: [],
  });
}

const errors = (status: number, title: string, detail: string): FakeReply => ({
  status,
  headers: { 'content-type': 'application/vnd.api+json' },
  body: JSON.stringify({ errors: [{ status, title, detail }] }),
});

const says = {
  keyRefused: (): FakeReply => ({ status: 401, body: '' }),
  rightMissing: () => errors(403, 'Forbidden', 'The API key lacks the scope'),
  notFound: () => errors(404, 'Record not found', 'The record could not be found.'),
  invalid: (problems: string[]) => errors(400, 'Bad Request', problems.join('; ')),
  throttled: (seconds: number) => ({
    ...errors(429, 'Too Many Requests', 'Slow down'),
    headers: { 'x-rate-limit-reset': String(seconds) },
  }),
};

type Query = Record<string, unknown>;

function reads(hiring: Hiring): FakeRoute[] {
  const list = (
    path: string,
    query: z.ZodType<Query>,
    find: (query: Query, params: Record<string, string>) => Resource[],
  ) =>
    get(`/v1/${path}`, { right: ADMIN, query }, (call) =>
      manyOf(path, find(call.query, call.params), call.query),
    );
  const one = (
    path: string,
    query: z.ZodType<{ include?: string | undefined }>,
    find: (id: string) => Resource,
  ) =>
    get(`/v1/${path}`, { right: ADMIN, query }, ({ params, query: { include } }) =>
      oneOf(find(params.id ?? ''), include),
    );
  const applications = () => hiring.applications.map((each) => asApplication(hiring, each));
  return [
    list('candidates', TeamtailorQuery.candidates, (query) =>
      hiring.people
        .map((person) => asCandidate(hiring, person))
        .filter(changedSince(query))
        .filter(withEmail(query)),
    ),
    one('candidates/:id', TeamtailorQuery.candidate, (id) => asCandidate(hiring, known(hiring.people, id))),
    list('candidates/:id/job-applications', TeamtailorQuery.applications, (_query, { id }) =>
      hiring.applicationsOf(known(hiring.people, id)).map((each) => asApplication(hiring, each)),
    ),
    list('job-applications', TeamtailorQuery.applications, (query) =>
      applications().filter(changedSince(query)),
    ),
    one('job-applications/:id', TeamtailorQuery.application, (id) => known(applications(), id)),
    list('jobs', TeamtailorQuery.jobs, (query) => hiring.jobs.map(asJob).filter(isListed(query))),
    list('stages', TeamtailorQuery.stages, () => hiring.stages.map((stage) => asStage(hiring, stage))),
    list('users', TeamtailorQuery.users, (query) => hiring.users.map(asUser).filter(withEmail(query))),
    one('company', TeamtailorQuery.company, () => asCompany(hiring)),
    list('notes', TeamtailorQuery.notes, () => hiring.notes.map(asNote)),
  ];
}

function writes(hiring: Hiring): FakeRoute[] {
  const unprocessable = (detail: string) => errors(422, 'is invalid', detail);
  return [
    post('/v1/notes', { right: ADMIN, body: TeamtailorBody.note }, ({ body: { data } }) => {
      const { candidate, user } = data.relationships;
      const person = hiring.people.find(({ id }) => id === candidate.data.id);
      if (person === undefined) return unprocessable('candidate - must exist');
      const author = known(hiring.users, user.data.id);
      return oneOf(asNote(hiring.addNote({ person, author, body: data.attributes.note })), undefined, 201);
    }),
    patch(
      '/v1/job-applications/:id',
      { right: ADMIN, body: TeamtailorBody.move },
      ({ params, body: { data } }) => {
        const application = known(hiring.applications, params.id);
        const stage = data.relationships.stage.data.id;
        const isOfJob = hiring.stagesOf(application.job).some(({ id }) => id === stage);
        if (data.id !== application.id || !isOfJob) return unprocessable('stage - is invalid');
        hiring.move(application, stage);
        return oneOf(asApplication(hiring, application), undefined);
      },
    ),
  ];
}

function changedSince(query: Query) {
  const from = query['filter[updated-at][from]'];
  return ({ attributes }: Resource) =>
    from === undefined || Date.parse(String(attributes['updated-at'])) >= Date.parse(String(from));
}

function withEmail(query: Query) {
  const email = query['filter[email]'];
  return ({ attributes }: Resource) =>
    email === undefined || String(attributes.email).toLowerCase() === String(email).toLowerCase();
}

/** Unless asked otherwise, those that are published for the public. */
function isListed(query: Query) {
  const status = query['filter[status]'] ?? 'published';
  const feeds = String(query['filter[feed]'] ?? 'public').split(',');
  return ({ attributes }: Resource) =>
    (status === 'all' || attributes['human-status'] === status) &&
    feeds.includes(attributes.internal === true ? 'internal' : 'public');
}

const oneOf = (resource: Resource, include: string | undefined, status = 200) =>
  ok({ data: shown(resource, include), ...includedIn([resource], include) }, status);

function manyOf(path: string, found: Resource[], query: Query): FakeReply {
  const include = query.include as string | undefined;
  const size = Number(query['page[size]'] ?? DEFAULT_PAGE);
  const page = Number(query['page[number]'] ?? 1);
  const sorted = found.toSorted((one, other) => Number(one.id) - Number(other.id));
  if (query.sort === '-id') sorted.reverse();
  const rows = sorted.slice((page - 1) * size, page * size);
  const pages = Math.max(1, Math.ceil(found.length / size));
  const link = (number: number) => `${HOST}/${path}?page%5Bnumber%5D=${number}&page%5Bsize%5D=${size}`;
  return ok({
    data: rows.map((resource) => shown(resource, include)),
    ...includedIn(rows, include),
    meta: { 'record-count': found.length, 'page-count': pages },
    links: {
      first: link(1),
      last: link(pages),
      ...(page < pages && { next: link(page + 1) }),
      ...(page > 1 && { prev: link(page - 1) }),
    },
  });
}

function shown({ id, type, attributes, to }: Resource, include: string | undefined) {
  const asked = include?.split(',') ?? [];
  const name = ({ id: of, type: kind }: Resource) => ({ id: of, type: kind });
  const relations = Object.entries(to).map(([relation, leadsTo]) => {
    const self = `${HOST}/${type}/${id}/relationships/${relation}`;
    const links = { self, related: self.replace('/relationships', '') };
    const data = Array.isArray(leadsTo) ? leadsTo.map(name) : leadsTo && name(leadsTo);
    return [relation, asked.includes(relation) ? { links, data } : { links }];
  });
  const links = { self: `${HOST}/${type}/${id}` };
  return { id, type, links, attributes, relationships: Object.fromEntries(relations) };
}

function includedIn(rows: Resource[], include: string | undefined) {
  if (include === undefined) return {};
  const found = include.split(',').flatMap((name) => rows.flatMap(({ to }) => to[name] ?? []));
  const once = new Map(found.map((resource) => [`${resource.type} ${resource.id}`, resource]));
  return { included: [...once.values()].map((resource) => shown(resource, undefined)) };
}

/** Delivered once: what isn't taken then is lost. */
function tells(change: Change): [string, object][] {
  switch (change.kind) {
    case 'personAdded':
      return [['candidate.create', candidateOf(change.person)]];
    case 'personChanged':
      return [['candidate.update', candidateOf(change.person)]];
    case 'personDeleted':
      return [['candidate.destroy', { ...candidateOf(change.person), attributes: {} }]];
    case 'moved':
      return [['job_application.update', applicationOf(change.application)]];
    default:
      return [];
  }
}

/** The body has the older signature in it. */
function sign(event: string, resource: object) {
  const { id, type, attributes } = resource as Resource;
  return ({ secret }: Subscription, at: Date) => {
    const body = asBody({
      payload: { event_name: event, data: { id, type, attributes } },
      signature: Buffer.from(hmac(secret, id)).toString('base64'),
    });
    const seconds = Math.floor(at.getTime() / 1000);
    const signature = `t=${seconds},v2=${hmac(secret, `${seconds}.`, body)}`;
    return { headers: { 'tt-signature': Buffer.from(signature).toString('base64') }, body };
  };
}
