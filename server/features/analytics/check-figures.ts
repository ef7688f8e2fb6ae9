import { sql } from 'kysely';
import { z } from 'zod';
import { type Db, inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { jobKind } from '../../jobs/job.ts';
import { quarterOf, type TimeRange, timeOf } from './count-texts.ts';
import { countWrongSums, lockFigures, QUARTER_MS, recountQuarters } from './recount.ts';
import { takeTurn } from './roll-up.ts';

/** Every night everything is counted once more. */
export const checkFigures = jobKind({ name: 'checkFigures', payload: z.unknown(), maxAttempts: 1 });
/** Figures are thrown away and counted anew: those of one account, or all. */
export const rebuildFigures = jobKind({
  name: 'rebuildFigures',
  payload: z.object({ accountId: z.uuid().optional() }),
  maxAttempts: 3,
});

type CheckDeps = Pick<Deps, 'db' | 'log'>;

const TEXTS_AT_ONCE = 100_000;
/** Younger texts are just being brought into step. */
const SETTLED_MS = 2 * 3600_000;

export async function runCheckFigures(deps: CheckDeps): Promise<void> {
  while (await takeTurn(deps));
  const settled = new Date(quarterAt(Date.now() - SETTLED_MS));
  await forEachAccount(deps, null, async (accountId) => {
    let [rows, sums] = [0, 0];
    for (const month of await monthsOf(deps.db, accountId)) {
      const to = month.to > settled ? settled : month.to;
      for await (const range of piecesOf(deps.db, accountId, { from: month.from, to }))
        rows += await inTransaction(deps.db, (tx) => recountQuarters(tx, accountId, range));
      const wrong = await countWrongSums(deps.db, accountId, month);
      if (wrong > 0) await rebuildMonth(deps.db, accountId, month);
      sums += wrong;
    }
    if (rows + sums > 0)
      deps.log.error({ accountId, rows, sums }, 'figures of an account were wrong and have been corrected');
  });
}

export function runRebuildFigures(deps: CheckDeps, asked: { accountId?: string | undefined }): Promise<void> {
  return forEachAccount(deps, asked.accountId ?? null, async (accountId) => {
    for (const month of await monthsOf(deps.db, accountId)) await rebuildMonth(deps.db, accountId, month);
  });
}

/** Nobody sees the month without figures. */
function rebuildMonth(db: Db, accountId: string, month: TimeRange): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockFigures(tx, accountId);
    for (const table of ['text_figures', 'answer_figures'])
      await sql`
        delete from ${sql.table(table)}
         where account_id = ${accountId} and grain in ('quarter', 'day', 'month', 'everyone', 'everyone_day', 'everyone_month')
           and starts_at >= ${month.from} and starts_at < ${month.to}`.execute(tx);
    for await (const range of piecesOf(tx, accountId, month)) await recountQuarters(tx, accountId, range);
  });
}

/** Two at a time. One that fails harms no other. */
async function forEachAccount(
  { db, log }: CheckDeps,
  only: string | null,
  work: (accountId: string) => Promise<void>,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from accounts where ${only}::uuid is null or id = ${only}::uuid order by id`.execute(db);
  const left = rows.values();
  const one = async () => {
    for (const { id } of left)
      await work(id).catch((error: unknown) =>
        log.error({ err: error, accountId: id }, 'figures of an account could not be counted'),
      );
  };
  await Promise.all([one(), one()]);
}

/** Months in UTC, from the first that has anything to count or has figures to the last. */
async function monthsOf(db: Db, accountId: string): Promise<TimeRange[]> {
  const ends = (order: 'asc' | 'desc') => {
    const way = sql.raw(order);
    return sql`
      (select ${timeOf('m')} as at from messages m where account_id = ${accountId} order by 1 ${way} limit 1)
      union all (select created_at from consent_events
                  where account_id = ${accountId} and change = 'optedOut' order by 1 ${way} limit 1)
      union all (select starts_at from kept_text_figures where account_id = ${accountId} order by 1 ${way} limit 1)
      union all (select starts_at from kept_answer_figures where account_id = ${accountId} order by 1 ${way} limit 1)
      union all (select starts_at from text_figures
                  where account_id = ${accountId} and grain = 'quarter' order by 1 ${way} limit 1)
      union all (select starts_at from answer_figures
                  where account_id = ${accountId} and grain = 'quarter' order by 1 ${way} limit 1)`;
  };
  const { rows } = await sql<{ from: Date; to: Date }>`
    select month as "from", month + interval '1 month' as "to"
      from (select min(at) as first, max(at) as last from (${ends('asc')} union all ${ends('desc')}) as moment) as known
     cross join generate_series(date_trunc('month', first, 'UTC'), last, interval '1 month') as month`.execute(
    db,
  );
  return rows;
}

/** So that no statement takes long. */
async function* piecesOf(db: Db | Tx, accountId: string, { from, to }: TimeRange): AsyncGenerator<TimeRange> {
  for (let start = from; start < to; ) {
    const { rows } = await sql<{ at: Date }>`
      select ${quarterOf(timeOf('m'))} as at from messages m
       where m.account_id = ${accountId} and ${timeOf('m')} >= ${start} and ${timeOf('m')} < ${to}
       order by ${timeOf('m')} offset ${TEXTS_AT_ONCE} limit 1`.execute(db);
    const end = rows[0] === undefined ? to : new Date(rows[0].at.getTime() + QUARTER_MS);
    yield { from: start, to: end };
    start = end;
  }
}

const quarterAt = (ms: number) => Math.floor(ms / QUARTER_MS) * QUARTER_MS;
