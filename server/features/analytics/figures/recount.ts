import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import { FACT_COLUMNS, factsOf } from './facts.ts';
import { addedUp, byKey, MEASURES, measures, ofFacts, quarterOf, together } from './sums.ts';

/*
 * Until the transaction ends, no one else changes facts in the same half of an account. Everything is counted in two halves
 * side by side; the last bit of what a fact is about picks the half.
 */

export type Half = 0 | 1;

export interface TimeRange {
  from: Date;
  /** Excluded. */
  to: Date;
}

const lockOf = (accountId: string) => sql`hashtextextended(${`figures ${accountId}`}, half)`;

export async function lockFigures(tx: Tx, accountId: string, halves: Half[] = [0, 1]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(${lockOf(accountId)}) from unnest(${halves}::int[]) as half`.execute(tx);
}

/** Instead of waiting. */
export async function tryLockFigures(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select bool_and(pg_try_advisory_xact_lock(${lockOf(accountId)})) as locked
      from unnest('{0,1}'::int[]) as half`.execute(tx);
  return rows[0]?.locked === true;
}

const columns = sql.join(FACT_COLUMNS.map((name) => sql.ref(name)));
const ofAlias = (alias: string) => sql.join(FACT_COLUMNS.map((name) => sql.ref(`${alias}.${name}`)));

/**
 * Brings the facts of these conversations and opt-outs into step with what they are of, and adds what differs to the sums. What
 * is gone is left alone: what it was stays counted. The caller holds the figures, and has seen the marks that it removes before.
 * Returns how many facts from before `settled` differed. Joins only by an index: the planner doesn't know how many rows there
 * are.
 */
export async function recount(
  tx: Tx,
  accountId: string,
  sourceIds: RawBuilder<unknown>,
  settled = new Date(),
): Promise<number> {
  // Sums of many rows are made in memory.
  await sql`select set_config('work_mem', '64MB', true)`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    with sources as materialized (
      select id from conversations where account_id = ${accountId} and id in (${sourceIds})
       union all
      select id from consent_events where account_id = ${accountId} and id in (${sourceIds}) and change = 'optedOut'
    ), counted as materialized (
      ${factsOf(accountId, sql`select id from sources`)}
    ), stored as materialized (
      select f.place, ${ofAlias('f')} from sources cross join lateral (
        select f.ctid as place, f.* from text_facts f
         where f.account_id = ${accountId} and f.source_id = sources.id offset 0) as f
    ), changed as materialized (
      select ${columns}, sum(sign)::int as sign, array_agg(place) filter (where place is not null) as places
        from (select 1 as sign, null::tid as place, ${columns} from counted
               union all
              select -1, place, ${columns} from stored) as every_fact
       group by ${columns} having sum(sign) <> 0
    ), added as (
      ${addToSums(accountId, sql`(${sumsOf(sql`changed`)})`)}
    ), removed as (
      delete from text_facts where ctid = any(array(select unnest(places[1:-sign]) from changed where sign < 0))
    ), written as (
      insert into text_facts (account_id, ${columns}) select ${accountId}::uuid, ${columns} from changed where sign > 0
    )
    select coalesce(sum(abs(sign)), 0)::int as count from changed where at < ${settled}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** SQL: adds rows to the sums that are stored, in an order in which no two wait for each other. */
const addToSums = (accountId: string, rows: RawBuilder<unknown>) => sql`
  insert into text_sums as stored (account_id, grain, starts_at, kind, key, ${measures})
  select ${accountId}::uuid, * from ${rows} as sums order by 2, 3, 4, 5
      on conflict (account_id, grain, kind, starts_at, key) do update
     set ${sql.join(MEASURES.map((name) => sql`${sql.ref(name)} = stored.${sql.ref(name)} + excluded.${sql.ref(name)}`))}`;

/** SQL: rows as they are in text_sums. */
const sumsOf = (facts: RawBuilder<unknown>) => sql`
  select 'quarter' as grain, ${quarterOf(sql`f.at`)} as starts_at, 'everyone' as kind,
         null::text as key, ${ofFacts}
    from ${facts} as f group by 2
   union all
  ${byKey(
    sql`(
      select grain, date_trunc(grain, day, 'UTC') as starts_at, days.*
        from (${together(facts, sql`date_bin('1 day', f.at, timestamptz 'epoch')`, 'day')}) as days
       cross join (values ('day'), ('month')) as grains (grain))`,
    ['grain', 'starts_at'],
  )}`;

/** Brings the sums of a month of UTC into step with its facts. Returns how many differed. The caller holds all figures. */
export async function correctSums(tx: Tx, accountId: string, { from, to }: TimeRange): Promise<number> {
  await sql`select set_config('work_mem', '64MB', true)`.execute(tx);
  const inMonth = (at: string) => sql`
    account_id = ${accountId} and ${sql.ref(at)} >= ${from} and ${sql.ref(at)} < ${to}`;
  const isNothing = sql.join(
    MEASURES.map((name) => sql`${sql.ref(name)} = 0`),
    sql` and `,
  );
  const facts = sql`(select 1 as sign, ${columns} from text_facts where ${inMonth('at')})`;
  const stored = sql`
    select grain, starts_at, kind, key, ${sql.join(MEASURES.map((name) => sql`- ${sql.ref(name)}`))}
      from text_sums where ${inMonth('starts_at')}`;
  const { rows } = await sql<{ count: number }>`
    with differing as materialized (
      select * from (
        select grain, starts_at, kind, key, ${addedUp} from (${sumsOf(facts)} union all ${stored}) as every_sum
         group by grain, starts_at, kind, key
      ) as sums
       where not (${isNothing})
    ), added as (
      ${addToSums(accountId, sql`differing`)}
    )
    select count(*)::int as count from differing`.execute(tx);
  await sql`delete from text_sums where ${inMonth('starts_at')} and ${isNothing}`.execute(tx);
  return rows[0]?.count ?? 0;
}
