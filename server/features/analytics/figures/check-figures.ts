import { sql } from 'kysely';
import { type Db, inTransaction } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { correctSums, type Half, lockFigures, recount, type TimeRange } from './recount.ts';
import { takeTurn } from './roll-up.ts';

type CheckDeps = Pick<Deps, 'db' | 'log'>;

/** Conversations, and those whose texts are too many. */
const [MANY, FEW] = [1000, 10];
/** Younger texts are still being brought into step, so they don't count as wrong. */
const SETTLED_MS = 2 * 3600_000;

export async function runCheckFigures(
  deps: CheckDeps,
  { accountId }: { accountId?: string | undefined } = {},
): Promise<void> {
  const startedAt = new Date();
  const place = { after: '' };
  while (await takeTurn(deps, undefined, place));
  let failed = 0;
  const { rows } = await sql<{ id: string }>`
    select id from accounts where ${accountId ?? null}::uuid is null or id = ${accountId ?? null} order by id`.execute(
    deps.db,
  );
  for (const { id } of rows)
    await checkAccount(deps, id).catch((error: unknown) => {
      failed += 1;
      deps.log.error({ err: error, accountId: id }, 'figures of an account could not be counted');
    });
  if (accountId === undefined && failed === 0)
    await sql`update figure_position set missed_since = null where missed_since < ${startedAt}`.execute(
      deps.db,
    );
}

async function checkAccount({ db, log }: CheckDeps, accountId: string): Promise<void> {
  const counts = await Promise.all([checkHalf(db, accountId, 0), checkHalf(db, accountId, 1)]);
  const facts = counts[0] + counts[1];
  let sums = 0;
  for (const month of await listMonths(db, accountId))
    sums += await inTransaction(db, async (tx) => {
      await lockFigures(tx, accountId);
      return correctSums(tx, accountId, month);
    });
  if (facts + sums > 0)
    log.error({ accountId, facts, sums }, 'figures of an account were wrong and have been corrected');
}

/** A few at once, each batch in a transaction, so that no statement takes long. Returns how many facts were wrong. */
async function checkHalf(db: Db, accountId: string, half: Half): Promise<number> {
  const settled = new Date(Date.now() - SETTLED_MS);
  let wrong = 0;
  let most = MANY;
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await sql<{ id: string }>`
      select id from (
        (select id from conversations where account_id = ${accountId} and id > ${after} and ${isIn(half)}
          order by id limit ${most})
         union all
        (select id from consent_events where account_id = ${accountId} and id > ${after} and ${isIn(half)} and change = 'optedOut'
          order by id limit ${most})
      ) as sources order by id limit ${most}`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return wrong;
    try {
      wrong += await inTransaction(db, async (tx) => {
        await lockFigures(tx, accountId, [half]);
        return recount(tx, accountId, sql`select unnest(${rows.map(({ id }) => id)}::uuid[])`, settled);
      });
    } catch (error) {
      if (most === FEW) throw error;
      most = FEW;
      continue;
    }
    most = MANY;
    after = last.id;
  }
}

const isIn = (half: Half) => sql`get_byte(uuid_send(id), 15) % 2 = ${sql.lit(half)}`;

/** Months in UTC, from the first that has any facts or sums to the last. */
async function listMonths(db: Db, accountId: string): Promise<TimeRange[]> {
  const ends = (order: 'asc' | 'desc') => {
    const way = sql.raw(order);
    return sql`
      (select at from text_facts where account_id = ${accountId} order by at ${way} limit 1)
       union all
      (select starts_at from text_sums where account_id = ${accountId} order by starts_at ${way} limit 1)`;
  };
  const { rows } = await sql<TimeRange>`
    select month at time zone 'UTC' as "from", (month + interval '1 month') at time zone 'UTC' as "to"
      from (select min(at) at time zone 'UTC' as first, max(at) at time zone 'UTC' as last
              from (${ends('asc')} union all ${ends('desc')}) as moment) as known
     cross join generate_series(date_trunc('month', first), last, interval '1 month') as month`.execute(db);
  return rows;
}
