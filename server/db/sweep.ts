import { type RawBuilder, sql } from 'kysely';
import type { Db } from './connection.ts';

/** Of rows, so that a statement takes a fraction of a second. */
const BATCH = 5000;
/** What is left then is for the next run, so that other sweeps get their turn. */
const RUN_LIMIT_MS = 60_000;

/** Until nothing that is due is left: `sweepSome` removes at most `limit`, and returns how many it removed. */
export async function inBatches(
  sweepSome: (limit: number) => Promise<number>,
  { batch = BATCH, runLimitMs = RUN_LIMIT_MS } = {},
): Promise<void> {
  const end = performance.now() + runLimitMs;
  while (performance.now() < end) if ((await sweepSome(batch)) < batch) return;
}

/** Rows whose time (a column, or what an index is on) is before that. Rows that are being changed are for the next run. */
export function sweepRows(
  db: Db,
  table: string,
  { time, before }: { time: RawBuilder<unknown>; before: RawBuilder<unknown> },
): Promise<void> {
  return inBatches(async (limit) => {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${time} < ${before}
         order by ${time} limit ${limit} for update skip locked))`.execute(db);
    return Number(numAffectedRows);
  });
}
