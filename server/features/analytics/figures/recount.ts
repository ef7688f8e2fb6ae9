import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../db/connection.ts';
import {
  ANSWER_KEYS,
  ANSWER_MEASURES,
  answerFigures,
  countOptOuts,
  QUARTER_MS,
  rangesOf,
  TEXT_KEYS,
  TEXT_MEASURES,
  type TimeRange,
  textFigures,
  textsOf,
} from './count-texts.ts';

/*
 * Until the transaction ends, nobody else brings the same months of an account into step. Who erases the account's figures waits
 * for all of them.
 */

const ofAccount = (accountId: string) => sql`hashtextextended(${`figures ${accountId}`}, 0)`;
const ofMonth = (accountId: string) => sql`hashtextextended(${`figures ${accountId} `} || name, 0)`;
const monthsIn = (ranges: TimeRange[]) => sql`
  select distinct to_char(month, 'YYYY-MM') as name from ${rangesOf(ranges)}
   cross join generate_series(date_trunc('month', r.starts_at at time zone 'UTC'),
                              r.ends_at at time zone 'UTC' - interval '1 microsecond', interval '1 month') as month
   order by 1`;

async function lockMonths(tx: Tx, accountId: string, ranges: TimeRange[]): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${ofAccount(accountId)})`.execute(tx);
  await sql`select pg_advisory_xact_lock(${ofMonth(accountId)}) from (${monthsIn(ranges)}) as months`.execute(
    tx,
  );
}

/** Instead of waiting for whoever else does. */
export async function tryLockMonths(tx: Tx, accountId: string, quarters: Date[]): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock_shared(${ofAccount(accountId)})
           and (select bool_and(pg_try_advisory_xact_lock(${ofMonth(accountId)}))
                  from (${monthsIn(join(quarters))}) as months) as locked`.execute(tx);
  return rows[0]?.locked === true;
}

export async function lockFigures(tx: Tx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ofAccount(accountId)})`.execute(tx);
}

/** What is stored beside quarters of an hour. */
const SUM_GRAINS = `'day', 'month', 'everyone', 'everyone_day', 'everyone_month'`;
const SUMS = sql.raw(SUM_GRAINS);

const TEXT = { kind: 'text', keys: TEXT_KEYS, measures: TEXT_MEASURES } as const;
const ANSWER = { kind: 'answer', keys: ANSWER_KEYS, measures: ANSWER_MEASURES } as const;
type Figures = typeof TEXT | typeof ANSWER;

/**
 * Brings the figures of these quarters of an hour into step with the texts: what differs is added to all grains. Says how many
 * rows of quarters differed. What is counted is as new as this statement: whoever removes marks has seen them before.
 */
export async function recountQuarters(
  tx: Tx,
  accountId: string,
  quarters: Date[] | TimeRange,
): Promise<number> {
  const ranges = Array.isArray(quarters) ? join(quarters) : [quarters];
  if (ranges.length === 0) return 0;
  await lockMonths(tx, accountId, ranges);
  // Sums of many rows are made in memory.
  await sql`select set_config('work_mem', '64MB', true)`.execute(tx);
  const { rows } = await sql<{ texts: number; answers: number; zeros: boolean }>`
    with looked as materialized (${textsOf(accountId, { ranges })}),
    ${differ(TEXT, accountId, ranges, [textFigures(sql`looked`), countOptOuts(accountId, ranges)])},
    ${differ(ANSWER, accountId, ranges, [answerFigures(sql`looked`)])}
    select (select count(*)::int from text_changed) as texts, (select count(*)::int from answer_changed) as answers,
           exists (select from text_written where is_zero) or exists (select from answer_written where is_zero) as zeros`.execute(
    tx,
  );
  const [done = { texts: 0, answers: 0, zeros: false }] = rows;
  if (done.zeros) {
    await removeZeros(tx, TEXT, accountId, ranges);
    await removeZeros(tx, ANSWER, accountId, ranges);
  }
  return done.texts + done.answers;
}

/** Quarters next to each other, each once, as ranges. */
function join(quarters: Date[]): TimeRange[] {
  const starts = [...new Set(quarters.map((quarter) => quarter.getTime()))].sort((a, b) => a - b);
  const ranges: TimeRange[] = [];
  for (const start of starts) {
    const last = ranges.at(-1);
    const to = new Date(start + QUARTER_MS);
    if (last?.to.getTime() === start) last.to = to;
    else ranges.push({ from: new Date(start), to });
  }
  return ranges;
}

/** What is counted and kept, less what is stored, added to what is stored. */
function differ(
  figures: Figures,
  accountId: string,
  ranges: TimeRange[],
  counted: RawBuilder<unknown>[],
): RawBuilder<unknown> {
  const { kind, keys, measures } = figures;
  const columns = names(['starts_at', ...keys, ...measures]);
  const stored = sql.table(`${kind}_figures`);
  const changed = sql.ref(`${kind}_changed`);
  const inRanges = sql`f.account_id = ${accountId} and f.starts_at >= r.starts_at and f.starts_at < r.ends_at`;
  return sql`
    ${changed} as materialized (
      select ${names(['starts_at', ...keys])}, ${sumsOf(figures)} from (
        ${sql.join(
          counted.map((part) => sql`(${part})`),
          sql` union all `,
        )}
        union all
        select f.starts_at, ${names([...keys, ...measures])}
          from ${rangesOf(ranges)} join ${sql.table(`kept_${kind}_figures`)} f on ${inRanges}
        union all
        select f.starts_at, ${names(keys)}, ${each(measures, (name) => sql`- ${name}`)}
          from ${rangesOf(ranges)} join ${stored} f on ${inRanges} and f.grain = 'quarter'
      ) as every_figure
       group by ${names(['starts_at', ...keys])} having ${anyOf(figures)}
    ), ${sql.ref(`${kind}_written`)} as (
      insert into ${stored} as f (account_id, grain, ${columns})
      select ${accountId}::uuid, 'quarter', ${columns} from ${changed}
      union all
      select ${accountId}::uuid, grain, ${columns} from (${inSum(figures, changed)}) as sums
       order by 2, 3, person_id
          on conflict (${names(['account_id', 'grain', 'starts_at', ...keys])}) do update
         set ${each(measures, (name) => sql`${name} = f.${name} + excluded.${name}`)}
      returning ${isZero(figures)} as is_zero
    )`;
}

/** Rows of quarters of an hour, in the sums that are stored beside them. */
function inSum(figures: Figures, quarters: RawBuilder<unknown>): RawBuilder<unknown> {
  const { keys } = figures;
  const sum = (grain: string, startsAt: RawBuilder<unknown>, kept: readonly string[]) => sql`
    select ${sql.lit(grain)} as grain, ${startsAt} as starts_at,
           ${each(keys, (name, plain) => (kept.includes(plain) ? name : sql`null::${typeOf(plain)} as ${name}`))},
           ${sumsOf(figures)}
      from ${quarters} as q
     group by ${sql.join([sql`2`, ...kept.map((name) => sql.ref(name))])} having ${anyOf(figures)}`;
  const ofEveryone = keys.filter((key) => key === 'minutes');
  // How often a template was used is asked of all time.
  const byTemplate = keys.filter((key) => key === 'minutes' || key === 'template_id');
  const day = sql`date_bin('1 day', q.starts_at, timestamptz 'epoch')`;
  const month = sql`date_trunc('month', q.starts_at, 'UTC')`;
  return sql`
    ${sum('day', day, keys)}
    union all ${sum('month', month, keys)}
    union all ${sum('everyone', sql`q.starts_at`, ofEveryone)}
    union all ${sum('everyone_day', day, byTemplate)}
    union all ${sum('everyone_month', month, byTemplate)}`;
}

/** How many sums of these months aren't what their quarters of an hour come to. */
export async function countWrongSums(db: Db, accountId: string, months: TimeRange): Promise<number> {
  const wrong = (figures: Figures) => {
    const { kind, keys, measures } = figures;
    const stored = (isQuarter: boolean) => sql`
      select * from ${sql.table(`${kind}_figures`)}
       where account_id = ${accountId} and grain ${sql.raw(isQuarter ? `= 'quarter'` : `in (${SUM_GRAINS})`)}
         and starts_at >= ${months.from} and starts_at < ${months.to}`;
    return sql`
      (select count(*)::int from (
        select from (
          ${inSum(figures, sql`(${stored(true)})`)}
          union all
          select grain, starts_at, ${names(keys)}, ${each(measures, (name) => sql`- ${name}`)} from (${stored(false)}) as sums
        ) as every_sum
         group by ${names(['grain', 'starts_at', ...keys])} having ${anyOf(figures)}
      ) as wrong)`;
  };
  const { rows } = await sql<{ count: number }>`select ${wrong(TEXT)} + ${wrong(ANSWER)} as count`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Makes the sums of a month anew from its quarters of an hour. */
export async function rewriteSums(tx: Tx, accountId: string, month: TimeRange): Promise<void> {
  await lockMonths(tx, accountId, [month]);
  for (const figures of [TEXT, ANSWER]) {
    const { kind, keys, measures } = figures;
    const stored = sql.table(`${kind}_figures`);
    const columns = names(['starts_at', ...keys, ...measures]);
    const inMonth = sql`account_id = ${accountId} and starts_at >= ${month.from} and starts_at < ${month.to}`;
    await sql`delete from ${stored} where ${inMonth} and grain in (${SUMS})`.execute(tx);
    await sql`
      insert into ${stored} (account_id, grain, ${columns})
      select ${accountId}::uuid, grain, ${columns}
        from (${inSum(figures, sql`(select * from ${stored} where ${inMonth} and grain = 'quarter')`)}) as sums`.execute(
      tx,
    );
  }
}

async function removeZeros(tx: Tx, figures: Figures, accountId: string, ranges: TimeRange[]): Promise<void> {
  await sql`
    delete from ${sql.table(`${figures.kind}_figures`)} f using ${rangesOf(ranges)}
     where f.account_id = ${accountId} and f.grain in ('quarter', ${SUMS})
       and f.starts_at >= case when f.grain in ('month', 'everyone_month') then date_trunc('month', r.starts_at, 'UTC')
                               when f.grain in ('day', 'everyone_day') then date_bin('1 day', r.starts_at, timestamptz 'epoch')
                               else r.starts_at end
       and f.starts_at >= date_trunc('month', r.starts_at, 'UTC') and f.starts_at < r.ends_at
       and ${isZero(figures)}`.execute(tx);
}

const typeOf = (key: string) => sql.raw(key === 'error_code' ? 'text' : 'uuid');
const names = (columns: readonly string[]) => sql.join(columns.map((name) => sql.ref(name)));
const each = (
  columns: readonly string[],
  make: (name: RawBuilder<unknown>, plain: string) => RawBuilder<unknown>,
) => sql.join(columns.map((name) => make(sql`${sql.ref(name)}`, name)));
const sumsOf = ({ measures }: Figures) => each(measures, (name) => sql`sum(${name})::int as ${name}`);
const anyOf = ({ measures }: Figures) =>
  sql.join(
    measures.map((name) => sql`sum(${sql.ref(name)}) <> 0`),
    sql` or `,
  );
const isZero = ({ measures }: Figures) =>
  sql.join(
    measures.map((name) => sql`f.${sql.ref(name)} = 0`),
    sql` and `,
  );
