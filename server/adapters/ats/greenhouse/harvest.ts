import { z } from 'zod';
import type { AtsRecordKind } from '../../../../contract/ats.ts';
import { allPages } from '../all-pages.ts';
import type { AtsApi } from '../api.ts';
import { needing, RightsMissing } from '../failures.ts';
import { items } from '../records.ts';
import { DayText, Order, TimeText } from '../values.ts';

/* Harvest v3: lists only, each a bare array whose next page is named by a header. */

export const HARVEST = 'https://harvest.greenhouse.io/v3';
/** More ids than these are refused, and a page of them is described by as few calls. */
export const MOST_IDS = 50;
const LONGEST_PAGE = 500;

/** What each scope is for. */
export const SCOPES = {
  'harvest:candidates:list': 'read candidates',
  'harvest:applications:list': 'read applications',
  'harvest:applications:move': 'move candidates to another stage',
  'harvest:jobs:list': 'read jobs',
  'harvest:job_interview_stages:list': 'read the stages of jobs',
  'harvest:job_hiring_managers:list': 'read who the hiring managers are',
  'harvest:interviews:list': 'read interviews',
  'harvest:interviewers:list': 'read who interviews',
  'harvest:offers:list': 'read start dates',
  'harvest:notes:list': 'check that a note is there',
  'harvest:notes:create': 'add notes',
  'harvest:users:list': 'match recruiters and hiring managers by email',
  'harvest:sources:list': 'read where candidates came from',
} as const;
export type Scope = keyof typeof SCOPES;

export type Query = Record<string, string | number | undefined>;

export interface Resource<T> {
  name: string;
  scope: Scope;
  kind: AtsRecordKind;
  row: z.ZodType<T>;
}

/** `scope` follows from the name. */
function resource<T>(name: string, kind: AtsRecordKind, row: z.ZodType<T>): Resource<T> {
  return { name, scope: `harvest:${name}:list` as Scope, kind, row };
}

const Id = z.number().int();
const Contacts = z.array(z.object({ value: z.string().nullish(), type: z.string().nullish() })).nullish();

export const CANDIDATES = resource(
  'candidates',
  'person',
  z.object({
    id: Id,
    first_name: z.string().nullish(),
    last_name: z.string().nullish(),
    phone_numbers: Contacts,
    email_addresses: Contacts,
    time_zone: z.string().nullish(),
  }),
);
export type Candidate = z.infer<typeof CANDIDATES.row>;

export const APPLICATIONS = resource(
  'applications',
  'application',
  z.object({
    id: Id,
    candidate_id: Id,
    job_id: Id.nullish(),
    /** May be an id of this application's own; the other is the job's stage. */
    stage_id: Id.nullish(),
    job_interview_stage_id: Id.nullish(),
    stage_name: z.string().nullish(),
    status: z.string(),
    recruiter_id: Id.nullish(),
    source_id: Id.nullish(),
  }),
);
export type Application = z.infer<typeof APPLICATIONS.row>;

export const JOBS = resource(
  'jobs',
  'job',
  z.object({ id: Id, name: z.string(), status: z.string(), is_template: z.boolean().nullish() }),
);
export const STAGES = resource(
  'job_interview_stages',
  'stage',
  z.object({ id: Id, job_id: Id, name: z.string(), sort_order: Order.nullish() }),
);
export const HIRING_MANAGERS = resource(
  'job_hiring_managers',
  'other',
  z.object({ job_id: Id, user_id: Id }),
);
export const USERS = resource(
  'users',
  'other',
  z.object({
    id: Id,
    name: z.string().nullish(),
    primary_email: z.string().nullish(),
    site_admin: z.boolean().nullish(),
  }),
);
export const SOURCES = resource('sources', 'other', z.object({ id: Id, name: z.string() }));
export const INTERVIEWS = resource(
  'interviews',
  'interview',
  z.object({
    id: Id,
    application_id: Id.nullish(),
    job_id: Id.nullish(),
    starts_at: TimeText.nullish(),
    ends_at: TimeText.nullish(),
    location: z.string().nullish(),
    video_conferencing_url: z.string().nullish(),
  }),
);
export const INTERVIEWERS = resource(
  'interviewers',
  'other',
  z.object({ interview_id: Id, user_id: Id.nullish(), email: z.string().nullish() }),
);
export const OFFERS = resource(
  'offers',
  'newHire',
  z.object({ id: Id, candidate_id: Id, job_id: Id.nullish(), starts_on: DayText.nullish() }),
);
export const NOTES = resource('notes', 'other', z.object({ id: Id, body: z.string().nullish() }));

/** A cursor includes the whole query and must be sent alone. */
export async function listPage<T>(
  api: AtsApi,
  { name, scope, kind, row }: Resource<T>,
  asked: Query | { cursor: string },
): Promise<{ rows: T[]; next: string | null }> {
  const request = { method: 'GET', url: `${HARVEST}/${name}`, query: asked } as const;
  const { body, headers } = await needing(scope, api.read(`list ${name}`, request, items(api, kind, row)));
  return { rows: body, next: nextCursor(headers) };
}

function nextCursor(headers: Headers): string | null {
  const [, link] = /<([^<>]*)>\s*;\s*rel="?next"?/.exec(headers.get('link') ?? '') ?? [];
  return link === undefined ? null : (URL.parse(link, HARVEST)?.searchParams.get('cursor') ?? null);
}

export async function listAll<T>(api: AtsApi, what: Resource<T>, query: Query = {}): Promise<T[]> {
  return allPages(what.name, async (cursor) => {
    const asked = cursor === null ? { per_page: LONGEST_PAGE, ...query } : { cursor };
    const { rows, next } = await listPage(api, what, asked);
    return { items: rows, next };
  });
}

/** All that belong to these, as many ids at a time as it takes. */
export async function listOf<T, R>(
  api: AtsApi,
  what: Resource<T>,
  parameter: string,
  of: R[],
  idOf: (each: R) => number | null | undefined,
): Promise<T[]> {
  const known = [...new Set(of.map(idOf))].filter((id) => typeof id === 'number');
  const rows: T[] = [];
  for (let start = 0; start < known.length; start += MOST_IDS) {
    const some = known.slice(start, start + MOST_IDS).join(',');
    rows.push(...(await listAll(api, what, { [parameter]: some })));
  }
  return rows;
}

/** For what is good to know, by a right that nothing else needs. */
export async function ifAllowed<T>(rows: Promise<T[]>): Promise<T[]> {
  try {
    return await rows;
  } catch (error) {
    if (error instanceof RightsMissing) return [];
    throw error;
  }
}

export const since = (date: Date) => `gte|${date.toISOString()}`;

/** Ids are theirs, so what isn't a number was never one. */
export const numberOf = (externalId: string): number | null =>
  /^\d{1,15}$/.test(externalId) ? Number(externalId) : null;
