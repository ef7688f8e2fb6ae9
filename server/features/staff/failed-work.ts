import type { ReadDb } from '../../db/connection.ts';
import { type FailedJobRow, listFailed } from '../../queue/failed-jobs.ts';
import { listFailedEvents } from '../texting/receiving/failed-events.ts';

/* Jobs and carrier events have separate numbering: on the wire an event's number has a letter in front. */

export const isEvent = (id: string): boolean => id.startsWith('e');
export const serialOf = (id: string): string => id.replace(/^e/, '');

/** Carrier events first, since one may be a STOP, then jobs; each newest first. */
export async function listFailedWork(
  db: ReadDb,
  { before, limit }: { before: string | null; limit: number },
): Promise<FailedJobRow[]> {
  const isAtJobs = before !== null && !isEvent(before);
  const events = isAtJobs ? [] : await listFailedEvents(db, { before: before && serialOf(before), limit });
  const jobs = await listFailed(db, { before: isAtJobs ? before : null, limit: limit - events.length });
  return [...events.map((event) => ({ ...event, id: `e${event.id}` })), ...jobs];
}
