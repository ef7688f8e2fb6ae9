import { z } from 'zod';
import type { FakeReply } from '../../carrier/fakes/fake-server.ts';
import { type FakeAtsRequest, FakeRefusal, type FakeRoute, fakeRoute } from './fake-ats-server.ts';
import type { GreenhouseState, HarvestRow } from './fake-greenhouse-state.ts';
import { COMMON_PARAMETERS, HARVEST_LISTS, type HarvestList } from './harvest-facts.ts';

const DEFAULT_PAGE = 100;
const LONGEST_PAGE = 500;
const MOST_IDS = 50;
const NOTE_VISIBILITY = {
  public: 'publicly_visible',
  private: 'privately_visible',
  admin_only: 'admin_only_visible',
};
const STATUSES: Partial<Record<HarvestList, readonly string[]>> = {
  applications: ['active', 'rejected', 'hired', 'converted'],
  jobs: ['open', 'draft', 'closed'],
  offers: ['Created', 'Accepted', 'Rejected', 'Deprecated'],
};

export const invalid = (problems: string[]): FakeReply => ({
  status: 422,
  body: { message: 'Validation error', errors: problems },
});

export function harvestRoutes(state: GreenhouseState): FakeRoute[] {
  const lists = Object.keys(HARVEST_LISTS) as HarvestList[];
  return [
    ...lists.map((list) =>
      fakeRoute({
        method: 'GET',
        path: `/v3/${list}`,
        kind: 'read',
        right: `harvest:${list}:list`,
        query: querySchema(list),
        handle: ({ query, request }) => answerList(state, list, query, request),
      }),
    ),
    fakeRoute({
      method: 'POST',
      path: '/v3/notes',
      kind: 'write',
      right: 'harvest:notes:create',
      body: z.strictObject({
        candidate_id: z.number().int(),
        application_id: z.number().int().optional(),
        user_id: z.number().int().optional(),
        body: z.string().min(1),
        note_type: z.enum(['NOTE', 'ACTIVITY', 'EMAIL']),
        visibility: z.enum(['public', 'private', 'admin_only']),
      }),
      handle: ({ body }) => {
        const { note_type, visibility, ...rest } = body;
        if (!has(state, 'candidates', body.candidate_id))
          throw new FakeRefusal(invalid(['candidate_id is invalid']));
        if (body.application_id !== undefined && !has(state, 'applications', body.application_id))
          throw new FakeRefusal(invalid(['application_id is invalid']));
        const note = state.add('notes', {
          ...rest,
          type: note_type,
          visibility: NOTE_VISIBILITY[visibility],
        });
        return { status: 201, body: note };
      },
    }),
    fakeRoute({
      method: 'POST',
      path: '/v3/applications/:id/move',
      kind: 'write',
      right: 'harvest:applications:move',
      body: z.strictObject({
        from_stage_id: z.number().int(),
        to_stage_id: z.number().int().optional(),
        to_job_id: z.number().int().optional(),
        email_from_user_id: z.number().int().optional(),
      }),
      handle: ({ params, body }) => {
        if (!has(state, 'applications', Number(params.id)))
          throw new FakeRefusal({ status: 404, body: { message: 'Resource not found' } });
        const application = state.find('applications', params.id ?? '');
        if (application.job_interview_stage_id !== body.from_stage_id)
          throw new FakeRefusal(invalid(['from_stage_id does not match the current stage']));
        const isOfJob = state.tables.job_interview_stages.some(
          (stage) => stage.id === body.to_stage_id && stage.job_id === application.job_id,
        );
        if (!isOfJob) throw new FakeRefusal(invalid(['to_stage_id is invalid']));
        moveTo(state, application, body.to_stage_id ?? 0);
        return { status: 204 };
      },
    }),
  ];
}

/** What documented ids of stages may be: this application's own. */
export function moveTo(state: GreenhouseState, application: HarvestRow, stageId: number): void {
  const stage = state.find('job_interview_stages', stageId);
  state.change(application, {
    stage_id: state.nextId(),
    job_interview_stage_id: stageId,
    stage_name: stage.name,
  });
  state.tell('candidate_stage_change', state.applicationPayload(application));
}

const has = (state: GreenhouseState, list: HarvestList, id: number) =>
  state.tables[list].some((row) => row.id === id);

type Query = Record<string, string | undefined>;

function querySchema(list: HarvestList): z.ZodType<Query> {
  const names = [...COMMON_PARAMETERS, ...HARVEST_LISTS[list].parameters];
  const known = Object.fromEntries(names.map((name) => [name, parameterSchema(list, name).optional()]));
  const alone = z.strictObject({ cursor: z.string() });
  return z.union([alone, z.strictObject(known)]) as z.ZodType<Query>;
}

function parameterSchema(list: HarvestList, name: string): z.ZodType<string> {
  if (name === 'per_page')
    return z
      .string()
      .regex(/^\d+$/)
      .refine((value) => Number(value) >= 1 && Number(value) <= LONGEST_PAGE);
  if (name === 'ids' || name.endsWith('_ids'))
    return z
      .string()
      .regex(/^\d+(,\d+)*$/)
      .refine((value) => value.split(',').length <= MOST_IDS);
  if (name.endsWith('_at')) return z.string().regex(/^(gte|gt|lte|lt)\|\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  const statuses = STATUSES[list];
  if (name === 'status' && statuses !== undefined) return z.enum(statuses as [string, ...string[]]);
  return z.string();
}

/** Newest first, and a cursor that holds the whole question. */
function answerList(
  state: GreenhouseState,
  list: HarvestList,
  query: Query,
  request: FakeAtsRequest,
): FakeReply {
  const asked = query.cursor === undefined ? query : (decodeCursor(query.cursor) as Query);
  const size = Number(asked.per_page ?? DEFAULT_PAGE);
  const rows = state.tables[list]
    .filter((row) => matches(list, row, asked))
    .filter((row) => asked.before === undefined || row.id < Number(asked.before))
    .sort((a, b) => b.id - a.id);
  const page = mayRead(state, request) ? rows.slice(0, size) : [];
  const isLast = page.length < size || rows.length <= size;
  const cursor = encodeCursor({ ...asked, before: String(page.at(-1)?.id) });
  const link = `<https://harvest.greenhouse.io/v3/${list}?cursor=${encodeURIComponent(cursor)}>; rel="next"`;
  return {
    status: 200,
    headers: { 'content-type': 'application/json', ...(isLast ? {} : { link }) },
    body: JSON.stringify(page),
  };
}

const encodeCursor = (asked: Query) => Buffer.from(JSON.stringify(asked)).toString('base64');

function decodeCursor(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64').toString());
  } catch {
    throw new FakeRefusal(invalid(['cursor is invalid']));
  }
}

/** Who isn't a Site Admin gets empty lists. */
function mayRead(state: GreenhouseState, request: FakeAtsRequest): boolean {
  const token = String(request.headers.authorization).replace('Bearer ', '');
  const sub = state.tokens.get(token)?.sub ?? null;
  return sub === null || state.tables.users.some((user) => user.id === sub && user.site_admin === true);
}

function matches(list: HarvestList, row: HarvestRow, asked: Query): boolean {
  return Object.entries(asked).every(([name, value]) => {
    if (value === undefined || ['per_page', 'before', 'cursor', 'fields', 'current_only'].includes(name))
      return true;
    if (name === 'ids') return value.split(',').includes(String(row.id));
    if (name.endsWith('_ids')) return value.split(',').includes(String(row[name.slice(0, -1)]));
    if (name.endsWith('_at')) return isWithin(String(row[name] ?? ''), value);
    if (name === 'email')
      return (row.email_addresses as { value: string }[]).some((each) => each.value === value);
    if (list === 'applications' && name === 'status' && value === 'active')
      return row.status === 'in_process';
    return String(row[name]) === value;
  });
}

function isWithin(value: string, filter: string): boolean {
  const [operator, bound = ''] = filter.split('|');
  if (value === '') return false;
  if (operator === 'gte') return value >= bound;
  if (operator === 'gt') return value > bound;
  return operator === 'lte' ? value <= bound : value < bound;
}
