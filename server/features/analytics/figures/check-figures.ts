import { sql } from 'kysely';
import { z } from 'zod';
import { type Db, inTransaction } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { jobKind } from '../../../queue/job.ts';
import { QUARTER_MS, quarterOf, type TimeRange, timeOf } from './count-texts.ts';
import { countWrongSums, recountQuarters, rewriteSums } from './recount.ts';
import { takeTurn } from './roll-up.ts';

/** Everything is counted once more, every night or when asked for: of one account, or of all. */
export const checkFigures = jobKind({
  name: 'checkFigures',
  payload: z.object({ accountId: z.uuid().optional() }),
  maxAttempts: 1,
});

type CheckDeps = Pick<Deps, 'db' | 'log'>;

const TEXTS_AT_ONCE = 100_000;
/** Younger texts are just being brought into step. */
const SETTLED_MS = 2 * 3600_000;

export async function runCheckFigures(
  deps: CheckDeps,
  { accountId }: { accountId?: string | undefined } = {},
): Promise<void> {
  const place = { after: '' };
  while (await takeTurn(deps, undefined, place));
  const settled = new Date(quarterAt(Date.now() - SETTLED_MS));
  const months = monthsOfAll(deps.db, accountId ?? null);
  const one = async () => {
    for await (const month of months)
      await checkMonth(deps, month, settled).catch((error: unknown) =>
        deps.log.error(
          { err: error, accountId: month.accountId },
          'figures of an account could not be counted',
        ),
      );
  };
  await Promise.all([one(), one()]);
}

interface Month extends TimeRange {
  accountId: string;
}

/** Each piece in a transaction of its own, which holds the account's figures. */
async function checkMonth({ db, log }: CheckDeps, month: Month, settled: Date): Promise<void> {
  const { accountId, from, to } = month;
  let rows = 0;
  for await (const range of piecesOf(db, accountId, { from, to: to > settled ? settled : to }))
    rows += await inTransaction(db, (tx) => recountQuarters(tx, accountId, range));
  const sums = await countWrongSums(db, accountId, month);
  if (sums > 0) await inTransaction(db, (tx) => rewriteSums(tx, accountId, month));
  if (rows + sums > 0)
    log.error({ accountId, from, rows, sums }, 'figures of an account were wrong and have been corrected');
}

async function* monthsOfAll(db: Db, only: string | null): AsyncGenerator<Month> {
  const { rows } = await sql<{ id: string }>`
    select id from accounts where ${only}::uuid is null or id = ${only}::uuid order by id`.execute(db);
  for (const { id } of rows) for (const month of await monthsOf(db, id)) yield { accountId: id, ...month };
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
    select month at time zone 'UTC' as "from", (month + interval '1 month') at time zone 'UTC' as "to"
      from (select min(at) at time zone 'UTC' as first, max(at) at time zone 'UTC' as last
              from (${ends('asc')} union all ${ends('desc')}) as moment) as known
     cross join generate_series(date_trunc('month', first), last, interval '1 month') as month`.execute(db);
  return rows;
}

/** So that no statement takes long. */
async function* piecesOf(db: Db, accountId: string, { from, to }: TimeRange): AsyncGenerator<TimeRange> {
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
