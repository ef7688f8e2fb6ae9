import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import {
  ANSWER_KEYS,
  ANSWER_MEASURES,
  answerFigures,
  countOptOuts,
  rangesOf,
  TEXT_KEYS,
  TEXT_MEASURES,
  type TimeRange,
  textFigures,
  textsOf,
} from './count-texts.ts';

export const QUARTER_MS = 15 * 60_000;

/** Until the transaction ends, nobody else brings figures of the account into step. */
export async function lockFigures(tx: Tx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`figures ${accountId}`}, 0))`.execute(tx);
}

/**
 * Brings the figures of these quarters of an hour into step with the texts: what differs is added to all grains. Says how many
 * rows of quarters differed. What is written is as new as this statement: who takes marks away does so before.
 */
export async function recountQuarters(
  tx: Tx,
  accountId: string,
  quarters: Date[] | TimeRange,
): Promise<number> {
  const ranges = Array.isArray(quarters) ? join(quarters) : [quarters];
  if (ranges.length === 0) return 0;
  await lockFigures(tx, accountId);
  const { rows } = await sql<{ texts: number; answers: number; zeros: boolean }>`
    with looked as materialized (${textsOf(accountId, { ranges })}),
    ${differ('text', { accountId, ranges, keys: TEXT_KEYS, measures: TEXT_MEASURES }, [
      textFigures(sql`looked`),
      countOptOuts(accountId, ranges),
    ])},
    ${differ('answer', { accountId, ranges, keys: ANSWER_KEYS, measures: ANSWER_MEASURES }, [
      answerFigures(sql`looked`),
    ])}
    select (select count(*)::int from text_changed) as texts, (select count(*)::int from answer_changed) as answers,
           exists (select from text_written where is_zero) or exists (select from answer_written where is_zero) as zeros`.execute(
    tx,
  );
  const [done = { texts: 0, answers: 0, zeros: false }] = rows;
  if (done.zeros) {
    await removeZeros(tx, 'text', accountId, ranges, TEXT_MEASURES);
    await removeZeros(tx, 'answer', accountId, ranges, ANSWER_MEASURES);
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

interface Figures {
  accountId: string;
  ranges: TimeRange[];
  keys: readonly string[];
  measures: readonly string[];
}

/** What is counted and kept, less what is stored, added to what is stored. */
function differ(kind: 'text' | 'answer', figures: Figures, counted: RawBuilder<unknown>[]) {
  const { accountId, ranges, keys, measures } = figures;
  const columns = names(['starts_at', ...keys, ...measures]);
  const stored = sql.table(`${kind}_figures`);
  const changed = sql.ref(`${kind}_changed`);
  const inRanges = sql`f.account_id = ${accountId} and f.starts_at >= r.starts_at and f.starts_at < r.ends_at`;
  const sums = each(measures, (name) => sql`sum(${name})::int as ${name}`);
  const anyChange = sql.join(
    measures.map((name) => sql`sum(${sql.ref(name)}) <> 0`),
    sql` or `,
  );
  const inSum = (grain: string, startsAt: RawBuilder<unknown>, kept: readonly string[]) => sql`
    select ${accountId}::uuid, ${sql.lit(grain)}, ${startsAt} as starts_at,
           ${each(keys, (name, plain) => (kept.includes(plain) ? name : sql`null::${sql.raw(typeOf(plain))} as ${name}`))}, ${sums}
      from ${changed}
     group by ${sql.join([sql`3`, ...kept.map((name) => sql.ref(name))])} having ${anyChange}`;
  return sql`
    ${changed} as materialized (
      select ${names(['starts_at', ...keys])}, ${sums} from (
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
      ) as all_figures
       group by ${names(['starts_at', ...keys])} having ${anyChange}
    ), ${sql.ref(`${kind}_written`)} as (
      insert into ${stored} as f (account_id, grain, ${columns})
      select ${accountId}::uuid, 'quarter', ${columns} from ${changed}
      union all ${inSum('day', sql`date_bin('1 day', starts_at, timestamptz 'epoch')`, keys)}
      union all ${inSum('month', sql`date_trunc('month', starts_at, 'UTC')`, keys)}
      union all ${inSum(
        'everyone',
        sql`starts_at`,
        keys.filter((key) => key === 'minutes'),
      )}
          on conflict (${names(['account_id', 'grain', 'starts_at', ...keys])}) do update
         set ${each(measures, (name) => sql`${name} = f.${name} + excluded.${name}`)}
      returning ${sql.join(
        measures.map((name) => sql`f.${sql.ref(name)} = 0`),
        sql` and `,
      )} as is_zero
    )`;
}

const typeOf = (key: string) => (key === 'error_code' ? 'text' : 'uuid');

async function removeZeros(
  tx: Tx,
  kind: 'text' | 'answer',
  accountId: string,
  ranges: TimeRange[],
  measures: readonly string[],
): Promise<void> {
  await sql`
    delete from ${sql.table(`${kind}_figures`)} f using ${rangesOf(ranges)}
     where f.account_id = ${accountId} and f.grain in ('quarter', 'everyone', 'day', 'month')
       and f.starts_at >= case f.grain when 'month' then date_trunc('month', r.starts_at, 'UTC')
                                       when 'day' then date_bin('1 day', r.starts_at, timestamptz 'epoch')
                                       else r.starts_at end
       and f.starts_at < r.ends_at
       and ${sql.join(
         measures.map((name) => sql`f.${sql.ref(name)} = 0`),
         sql` and `,
       )}`.execute(tx);
}

const names = (columns: readonly string[]) => sql.join(columns.map((name) => sql.ref(name)));
const each = (
  columns: readonly string[],
  make: (name: RawBuilder<unknown>, plain: string) => RawBuilder<unknown>,
) => sql.join(columns.map((name) => make(sql`${sql.ref(name)}`, name)));
