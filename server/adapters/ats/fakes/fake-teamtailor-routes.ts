import type { z } from 'zod';
import { checkedReply } from './checked-reply.ts';
import { FakeRefusal, type FakeRoute, fakeRoute } from './fake-ats-server.ts';
import { type TeamtailorRecord, type TeamtailorState, unprocessable } from './fake-teamtailor-state.ts';
import {
  TeamtailorBody,
  TeamtailorQuery,
  TeamtailorReply,
  type TeamtailorType,
} from './teamtailor-schema.ts';

const API = '/v1';
const HOST = 'https://api.teamtailor.com/v1';
const ADMIN = 'Admin';
const DEFAULT_PAGE = 10;

type ListQuery = Record<string, unknown>;

const RELATIONS: Partial<Record<TeamtailorType, Record<string, TeamtailorType>>> = {
  candidates: { 'job-applications': 'job-applications' },
  'job-applications': { candidate: 'candidates', job: 'jobs', stage: 'stages' },
  stages: { job: 'jobs' },
  companies: { manager: 'users' },
};

export function teamtailorRoutes(state: TeamtailorState): FakeRoute[] {
  const list = <Q extends z.ZodType<ListQuery>>(
    path: string,
    query: Q,
    find: (query: ListQuery, params: Record<string, string>) => TeamtailorRecord[],
  ) =>
    fakeRoute<ListQuery, unknown>({
      method: 'GET',
      path: `${API}/${path}`,
      kind: 'read',
      right: ADMIN,
      query,
      handle: (call) => manyOf(state, path, find(call.query, call.params), call.query),
    });
  const one = (
    path: string,
    query: z.ZodType<{ include?: string | undefined }>,
    find: (id: string) => TeamtailorRecord,
  ) =>
    fakeRoute({
      method: 'GET',
      path: `${API}/${path}`,
      kind: 'read',
      right: ADMIN,
      query,
      handle: (call) => oneOf(state, find(call.params.id ?? ''), call.query.include),
    });

  return [
    list('candidates', TeamtailorQuery.candidates, (query) =>
      state.all('candidates').filter(changedBetween(query)).filter(withEmail(query)),
    ),
    one('candidates/:id', TeamtailorQuery.candidate, (id) => state.get('candidates', id)),
    list('candidates/:id/job-applications', TeamtailorQuery.applications, (_query, { id = '' }) =>
      state.applicationsOf(state.get('candidates', id).id),
    ),
    list('job-applications', TeamtailorQuery.applications, (query) =>
      state.all('job-applications').filter(changedBetween(query)),
    ),
    one('job-applications/:id', TeamtailorQuery.application, (id) => state.get('job-applications', id)),
    list('jobs', TeamtailorQuery.jobs, jobsOf(state)),
    list('stages', TeamtailorQuery.stages, () => state.all('stages')),
    list('users', TeamtailorQuery.users, (query) => state.all('users').filter(withEmail(query))),
    one('company', TeamtailorQuery.company, () => state.all('companies')[0] as TeamtailorRecord),
    list('notes', TeamtailorQuery.notes, () => state.all('notes')),
    ...writes(state),
  ];
}

function writes(state: TeamtailorState): FakeRoute[] {
  return [
    fakeRoute({
      method: 'POST',
      path: `${API}/notes`,
      kind: 'write',
      right: ADMIN,
      body: TeamtailorBody.note,
      handle: ({ body: { data } }) => {
        const { candidate, user } = data.relationships;
        if (!state.all('candidates').some(({ id }) => id === candidate.data.id))
          throw new FakeRefusal(unprocessable('candidate - must exist'));
        const at = state.now();
        const note = state.add('notes', {
          note: data.attributes.note,
          'created-at': at,
          'created-by-trigger': false,
          'mentioned-user-ids': [],
          'private-note': false,
          'updated-at': at,
          'candidate-id': Number(candidate.data.id),
          'user-id': Number(state.get('users', user.data.id).id),
        });
        return oneOf(state, note, undefined, 201);
      },
    }),
    fakeRoute({
      method: 'PATCH',
      path: `${API}/job-applications/:id`,
      kind: 'write',
      right: ADMIN,
      body: TeamtailorBody.move,
      handle: ({ params, body: { data } }) => {
        const application = state.get('job-applications', params.id ?? '');
        const stage = state.all('stages').find(({ id }) => id === data.relationships.stage.data.id);
        if (data.id !== application.id || stage?.to.job?.id !== application.to.job?.id)
          throw new FakeRefusal(unprocessable('stage - is invalid'));
        application.to.stage = data.relationships.stage.data as { type: 'stages'; id: string };
        application.attributes['changed-stage-at'] = state.now();
        application.attributes['updated-at'] = application.attributes['changed-stage-at'];
        state.tell('job_application.update', application);
        return oneOf(state, application, undefined);
      },
    }),
  ];
}

function changedBetween(query: ListQuery) {
  const from = query['filter[updated-at][from]'];
  return ({ attributes }: TeamtailorRecord) =>
    from === undefined || Date.parse(String(attributes['updated-at'])) >= Date.parse(String(from));
}

function withEmail(query: ListQuery) {
  const email = query['filter[email]'];
  return ({ attributes }: TeamtailorRecord) =>
    email === undefined || String(attributes.email).toLowerCase() === String(email).toLowerCase();
}

/** Unless asked otherwise, those that are published for the public. */
function jobsOf(state: TeamtailorState) {
  return (query: ListQuery) => {
    const status = query['filter[status]'] ?? 'published';
    const feeds = String(query['filter[feed]'] ?? 'public').split(',');
    return state
      .all('jobs')
      .filter(({ attributes }) => status === 'all' || attributes['human-status'] === status)
      .filter(({ attributes }) => feeds.includes(attributes.internal === true ? 'internal' : 'public'));
  };
}

function oneOf(state: TeamtailorState, record: TeamtailorRecord, include: string | undefined, status = 200) {
  const body = { data: shown(state, record, include), ...includedIn(state, [record], include) };
  return checkedReply(TeamtailorReply.one as z.ZodType<object>, body, status);
}

function manyOf(state: TeamtailorState, path: string, found: TeamtailorRecord[], query: ListQuery) {
  const include = query.include as string | undefined;
  const size = Number(query['page[size]'] ?? DEFAULT_PAGE);
  const page = Number(query['page[number]'] ?? 1);
  const sorted = found.toSorted((one, other) => Number(one.id) - Number(other.id));
  if (query.sort === '-id') sorted.reverse();
  const rows = sorted.slice((page - 1) * size, page * size);
  const pages = Math.max(1, Math.ceil(found.length / size));
  const link = (number: number) => `${HOST}/${path}?page%5Bnumber%5D=${number}&page%5Bsize%5D=${size}`;
  return checkedReply(TeamtailorReply.many as z.ZodType<object>, {
    data: rows.map((record) => shown(state, record, include)),
    ...includedIn(state, rows, include),
    meta: { 'record-count': found.length, 'page-count': pages },
    links: {
      first: link(1),
      last: link(pages),
      ...(page < pages && { next: link(page + 1) }),
      ...(page > 1 && { prev: link(page - 1) }),
    },
  });
}

/** What a relation leads to is told for what is included only. */
function shown(state: TeamtailorState, record: TeamtailorRecord, include: string | undefined) {
  const asked = include?.split(',') ?? [];
  const relations = Object.entries(RELATIONS[record.type] ?? {}).map(([name]) => {
    const self = `${HOST}/${record.type}/${record.id}/relationships/${name}`;
    const links = { self, related: self.replace('/relationships', '') };
    return [name, asked.includes(name) ? { links, data: linked(state, record, name) } : { links }];
  });
  return {
    id: record.id,
    type: record.type,
    links: { self: `${HOST}/${record.type}/${record.id}` },
    attributes: record.attributes,
    relationships: Object.fromEntries(relations),
  };
}

function linked(state: TeamtailorState, record: TeamtailorRecord, name: string) {
  if (name === 'job-applications')
    return state.applicationsOf(record.id).map(({ id, type }) => ({ id, type }));
  return record.to[name] ?? null;
}

function includedIn(state: TeamtailorState, rows: TeamtailorRecord[], include: string | undefined) {
  if (include === undefined) return {};
  const found = include
    .split(',')
    .flatMap((name) => rows.flatMap((record) => linked(state, record, name) ?? []))
    .flatMap(({ type, id }) => state.all(type).filter((each) => each.id === id));
  return { included: [...new Set(found)].map((record) => shown(state, record, undefined)) };
}
