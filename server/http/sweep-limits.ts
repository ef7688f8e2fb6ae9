import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';
import { sweepRows } from '../db/sweep.ts';

/** Counts of limits whose time is over. By the clock of the nodes, which set it. */
export function sweepLimits(db: Db): Promise<void> {
  return sweepRows(db, 'rate_limits', { time: sql`expire`, before: sql`${Date.now()}` });
}
