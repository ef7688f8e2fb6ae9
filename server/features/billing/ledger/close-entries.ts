import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../db/connection.ts';
import { inBatches, sweepRows } from '../../../db/sweep.ts';
import type { Deps } from '../../../deps.ts';
import { jobKind } from '../../../queue/job.ts';

/** Adds open entries to the sums of their accounts, so that reading a balance never costs more than what came since. */
export const closeUsage = jobKind({ name: 'closeUsage', payload: z.unknown(), maxAttempts: 1 });
/** Adds everything up again. */
export const checkUsage = jobKind({ name: 'checkUsage', payload: z.unknown(), maxAttempts: 1 });

export function runCloseUsage({ db }: Pick<Deps, 'db'>): Promise<void> {
  return inBatches(async (limit) => {
    const { rows } = await sql<{ count: number }>`
      with open as (
        select account_id, id from usage_entries where not closed and segments <> 0
         order by account_id limit ${limit} for update skip locked
      ), locked as materialized (
        -- In the order of anyone who takes from several.
        select account_id from usage_closings where account_id in (select account_id from open)
         order by account_id for update
      ), closed as (
        update usage_entries e set closed = true from open
         where e.account_id = open.account_id and e.id = open.id
        returning e.account_id, e.segments
      ), sums as (
        select account_id, sum(segments) as segments, count(*) as entries from closed group by account_id
      ), added as (
        update usage_closings c set segments = c.segments + sums.segments, closed_at = now()
          from locked join sums on sums.account_id = locked.account_id where c.account_id = locked.account_id
        returning sums.entries
      )
      select coalesce(sum(entries), 0)::int as count from added`.execute(db);
    return rows[0]?.count ?? 0;
  });
}

/** What can't happen unless a row was changed by hand. Staff look into it; nothing is corrected automatically. */
export async function runCheckUsage({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  for (const { accountId, segments, entries } of await findWrongSums(db))
    log.error({ accountId, segments, entries }, 'the texts of an account do not add up');
}

interface WrongSum {
  accountId: string;
  /** In the closing, and in its entries. */
  segments: number;
  entries: number;
}

export async function findWrongSums(db: Db): Promise<WrongSum[]> {
  const { rows } = await sql<WrongSum>`
    select c.account_id as "accountId", c.segments::int as segments, coalesce(sum(e.segments), 0)::int as entries
      from usage_closings c
      left join usage_entries e on e.account_id = c.account_id and e.closed
     group by c.account_id having c.segments <> coalesce(sum(e.segments), 0)
     limit 100`.execute(db);
  return rows;
}

/** What was only counted, after 400 days; purchases of an account that was erased, after 7 years. */
export function sweepUsage(db: Db): Promise<void> {
  return sweepRows(db, 'usage_entries', { time: sql`expires_at`, before: sql`now()` });
}
