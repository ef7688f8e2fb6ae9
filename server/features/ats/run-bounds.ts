import { createHash } from 'node:crypto';
import { z } from 'zod';
import { NeverEnding } from '../../adapters/ats/failures.ts';

/* What one run may take, so that a system which never comes to an end doesn't keep us reading. Kept with the checkpoint. */

export const BOUNDS = { pages: 50_000, records: 5_000_000, bytes: 20_000_000_000, ms: 3 * 24 * 3600_000 };
const LONGEST_CURSOR = 4000;
/** Two passes of a list can have the same page each; three in a row are the same page again. */
const SAME_PAGES = 3;

export const Walk = z.object({
  pages: z.number(),
  records: z.number(),
  bytes: z.number(),
  /** One of the earlier cursors: another one after 1, 2, 4, 8 pages and so on, so that a loop of any length is found. */
  mark: z.string().nullable(),
  page: z.string().nullable(),
  samePages: z.number(),
});
export type Walk = z.infer<typeof Walk>;

export const START: Walk = { pages: 0, records: 0, bytes: 0, mark: null, page: null, samePages: 0 };

/** A page that was read: in which list, what comes next, and who is on it. */
export interface ReadPage {
  list: string;
  next: string | null;
  ids: readonly string[];
  bytes: number;
}

/** Throws `NeverEnding`. */
export function walkOn(before: Walk, read: ReadPage, elapsedMs: number): Walk {
  const { list, next, ids } = read;
  const pages = before.pages + 1;
  const records = before.records + ids.length;
  const bytes = before.bytes + read.bytes;
  const end = (why: string) => new NeverEnding(`${list}: ${why}`);
  if (next !== null && next.length > LONGEST_CURSOR) throw end('a cursor that is too long');
  const cursor = next === null ? null : hashOf([list, next]);
  if (cursor !== null && cursor === before.mark) throw end('the same page again');
  const page = ids.length === 0 ? null : hashOf([list, ...ids]);
  const samePages = page !== null && page === before.page ? before.samePages + 1 : 1;
  if (next !== null && page !== null && samePages >= SAME_PAGES) throw end('the same page again');
  const isOver =
    pages > BOUNDS.pages || records > BOUNDS.records || bytes > BOUNDS.bytes || elapsedMs > BOUNDS.ms;
  if (next !== null && isOver) throw end('pages without end');
  const isMarked = cursor !== null && (before.mark === null || Number.isInteger(Math.log2(pages)));
  return { pages, records, bytes, mark: isMarked ? cursor : before.mark, page, samePages };
}

const hashOf = (values: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22);
