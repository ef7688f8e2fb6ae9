import { z } from 'zod';
import type { AtsRecordKind } from '../../../../contract/ats.ts';
import { allNumbered } from '../all-pages.ts';
import type { AtsApi } from '../api.ts';
import { needing } from '../failures.ts';
import { rows } from '../records.ts';
import { within } from './session.ts';

/* Two ways to list: `search` asks an index in Lucene's language, `query` the database in one like SQL. */

const PAGE_SIZE = 200;

/** What the user type of the key must be entitled to. It refuses without a name. */
export const RIGHTS = {
  Candidate: 'View and edit candidates',
  JobOrder: 'View jobs',
  JobSubmission: 'View and edit submissions',
  Appointment: 'View appointments',
  Placement: 'View placements',
  CorporateUser: 'View users',
  Note: 'View and add notes',
} as const;

const KINDS: Record<keyof typeof RIGHTS, AtsRecordKind> = {
  Candidate: 'person',
  JobOrder: 'job',
  JobSubmission: 'application',
  Appointment: 'interview',
  Placement: 'newHire',
  CorporateUser: 'other',
  Note: 'other',
};

interface Asked {
  entity: keyof typeof RIGHTS;
  /** Of Lucene, or a condition. */
  where: string;
  fields: string;
  start: number;
  sort?: string;
  count?: number;
  /** Of what it lists: by the entity, unless it's read for something else. */
  kind?: AtsRecordKind;
}

interface Listed<T> {
  data: T[];
  /** Where the next page starts. Null: that was the last. */
  next: number | null;
}

export function search<T>(api: AtsApi, what: string, asked: Asked, row: z.ZodType<T>): Promise<Listed<T>> {
  return list(api, what, 'search', asked, row, {
    query: asked.where,
    sort: asked.sort,
  });
}

export function query<T>(api: AtsApi, what: string, asked: Asked, row: z.ZodType<T>): Promise<Listed<T>> {
  return list(api, what, 'query', asked, row, {
    where: asked.where,
    orderBy: asked.sort,
  });
}

/** A page may be short and still not be the last: only the total shows that. Without a total, an empty page does. */
async function list<T>(
  api: AtsApi,
  what: string,
  way: 'search' | 'query',
  { entity, fields, start, count = PAGE_SIZE, kind = KINDS[entity] }: Asked,
  row: z.ZodType<T>,
  condition: Record<string, string | undefined>,
): Promise<Listed<T>> {
  const page = { fields, start, count };
  const url = within(`${way}/${entity}`);
  const listed = api.read(
    what,
    { method: 'GET', url, query: { ...condition, ...page } },
    z.object({ total: z.number().nullish(), data: rows(api, kind, row) }),
  );
  const { body } = await needing(RIGHTS[entity], listed);
  const next = start + count;
  const { total, data } = body;
  const isLast = typeof total === 'number' ? next >= total : data.count === 0;
  return { data: data.items, next: isLast ? null : next };
}

/** All pages of it. */
export function all<T>(what: string, read: (start: number) => Promise<Listed<T>>): Promise<T[]> {
  return allNumbered(what, 0, async (start) => {
    const { data, next } = await read(start);
    return { items: data, next };
  });
}

/** As a phrase of Lucene's, in which nothing else has a meaning. */
export const phrase = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`;

/** As text of a condition. */
export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Of the database, which counts in milliseconds. How the index reads times depends on where it runs. */
export const changedSince = (at: Date) => `dateLastModified>=${at.getTime()}`;
