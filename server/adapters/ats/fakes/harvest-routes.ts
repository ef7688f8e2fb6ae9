import { z } from 'zod';
import type { FakeReply } from '../../carrier/fakes/fake-server.ts';
import { type FakeAtsRequest, type FakeRoute, get, ok, post, refuse } from './fake-ats-server.ts';
import { COMMON_PARAMETERS, HARVEST_LISTS, type HarvestList } from './harvest-facts.ts';
import { type HarvestRow, harvestRows } from './harvest-rows.ts';
import { type Hiring, known } from './hiring.ts';

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

const Note = z.strictObject({
  candidate_id: z.number().int(),
  application_id: z.number().int().optional(),
  user_id: z.number().int().optional(),
  body: z.string().min(1),
  note_type: z.enum(['NOTE', 'ACTIVITY', 'EMAIL']),
  visibility: z.enum(['public', 'private', 'admin_only']),
});
const Move = z.strictObject({
  from_stage_id: z.number().int(),
  to_stage_id: z.number().int().optional(),
  to_job_id: z.number().int().optional(),
  email_from_user_id: z.number().int().optional(),
});

export const invalid = (problems: string[]): FakeReply =>
  ok({ message: 'Validation error', errors: problems }, 422);

/** `mayRead`: who isn't a Site Admin gets empty lists. */
export function harvestRoutes(hiring: Hiring, mayRead: (request: FakeAtsRequest) => boolean): FakeRoute[] {
  const lists = Object.keys(HARVEST_LISTS) as HarvestList[];
  return [
    ...lists.map((list) =>
      get(
        `/v3/${list}`,
        { right: `harvest:${list}:list`, query: querySchema(list) },
        ({ query, request }) => {
          const asked = query.cursor === undefined ? query : (decodeCursor(query.cursor) as Query);
          return page(list, mayRead(request) ? harvestRows(hiring, list) : [], asked);
        },
      ),
    ),
    post('/v3/notes', { right: 'harvest:notes:create', body: Note }, ({ body: note }) => {
      const one = <T extends { id: string }>(list: T[], id: number | undefined) =>
        list.find((each) => Number(each.id) === id) ?? null;
      const person = one(hiring.people, note.candidate_id);
      const application = one(hiring.applications, note.application_id);
      if (person === null) return invalid(['candidate_id is invalid']);
      if (note.application_id !== undefined && application === null)
        return invalid(['application_id is invalid']);
      const extra = { type: note.note_type, visibility: NOTE_VISIBILITY[note.visibility] };
      const author = one(hiring.users, note.user_id);
      const { id } = hiring.addNote({ person, application, author, body: note.body, extra });
      return ok(harvestRows(hiring, 'notes').find((row) => row.id === Number(id)) ?? {}, 201);
    }),
    post(
      '/v3/applications/:id/move',
      { right: 'harvest:applications:move', body: Move },
      ({ params, body: { from_stage_id, to_stage_id } }) => {
        const application = known(hiring.applications, params.id);
        if (Number(application.stage.id) !== from_stage_id)
          return invalid(['from_stage_id does not match the current stage']);
        const isOfJob = hiring.stagesOf(application.job).some(({ id }) => Number(id) === to_stage_id);
        if (!isOfJob) return invalid(['to_stage_id is invalid']);
        hiring.move(application, String(to_stage_id));
        return { status: 204 };
      },
    ),
  ];
}

type Query = Record<string, string | undefined>;

function querySchema(list: HarvestList): z.ZodType<Query> {
  const names = [...COMMON_PARAMETERS, ...HARVEST_LISTS[list].parameters];
  const parameters = Object.fromEntries(names.map((name) => [name, parameterSchema(list, name).optional()]));
  const alone = z.strictObject({ cursor: z.string() });
  return z.union([alone, z.strictObject(parameters)]) as z.ZodType<Query>;
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
function page(list: HarvestList, all: HarvestRow[], asked: Query): FakeReply {
  const size = Number(asked.per_page ?? DEFAULT_PAGE);
  const rows = all
    .filter((row) => matches(list, row, asked))
    .filter((row) => asked.before === undefined || row.id < Number(asked.before))
    .sort((a, b) => b.id - a.id);
  const found = rows.slice(0, size);
  const cursor = encodeCursor({ ...asked, before: String(found.at(-1)?.id) });
  const link = `<https://harvest.greenhouse.io/v3/${list}?cursor=${encodeURIComponent(cursor)}>; rel="next"`;
  return {
    status: 200,
    headers: { 'content-type': 'application/json', ...(rows.length > size && { link }) },
    body: JSON.stringify(found),
  };
}

const encodeCursor = (asked: Query) => Buffer.from(JSON.stringify(asked)).toString('base64');

function decodeCursor(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64').toString());
  } catch {
    return refuse(invalid(['cursor is invalid']));
  }
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
