import { type RawBuilder, sql } from 'kysely';
import type { Figure } from '../../../contract/analytics.ts';
import type { Db } from '../../db/connection.ts';
import type { Cursor } from '../../http/page.ts';
import {
  ANSWER_MEASURES,
  COUNTS_AS,
  countsAtAll,
  judgedTexts,
  QUARTER_MS,
  rangesOf,
  textsOf,
  timeOf,
} from './figures/count-texts.ts';
import { conversationsWith, isEverybody, isOf, type Whose } from './figures-store.ts';
import { candidatesOf } from './filter-store.ts';
import type { Span } from './range.ts';
import { type Grain, OF_EVERYONE } from './tiles.ts';
import { waitsFor } from './waiting-store.ts';

/** A conversation, and its newest text that counts. */
export interface Behind {
  conversationId: string;
  at: Date;
}

/** What else a text has to have. */
export interface Counting {
  templateId?: string | undefined;
  automationId?: string | undefined;
  numberId?: string | undefined;
  errorCode?: string | undefined;
}

type OfTexts = Exclude<Figure, 'waiting' | 'optOuts'>;

interface Texts extends Counting {
  figure: OfTexts;
  whose: Whose;
  span: Span;
}

/** The column that counts it. */
const COLUMNS: Record<OfTexts | 'usedAnswered', keyof typeof COUNTS_AS> = {
  sent: 'sent',
  automatic: 'automatic',
  delivered: 'delivered',
  failed: 'failed',
  received: 'received',
  started: 'started',
  answered: 'answered',
  usedAnswered: 'used_answered',
  startedByCandidates: 'started_by_candidates',
  candidateAnswers: 'by_candidate',
  ourAnswers: 'by_us',
};

/** Of a template or an automation, what counts as answered is each use. */
function columnOf({ figure, templateId, automationId }: Texts) {
  const isOfUses = templateId !== undefined || automationId !== undefined;
  return COLUMNS[figure === 'answered' && isOfUses ? 'usedAnswered' : figure];
}

const isNarrow = ({ templateId, automationId, numberId, errorCode }: Counting) =>
  [templateId, automationId, numberId, errorCode].some((value) => value !== undefined);

/** SQL: the conditions on figures, texts or opt-outs with the alias. */
function has(alias: 't' | 'm' | 'e', { templateId, automationId, numberId, errorCode }: Counting) {
  if (alias === 'e' && errorCode !== undefined) return sql`and false`;
  const columns = [
    ['template_id', templateId],
    ['automation_id', automationId],
    ['number_id', numberId],
    ['error_code', errorCode],
  ] as const;
  const conditions = columns.flatMap(([column, value]) =>
    value === undefined ? [] : [sql` and ${sql.ref(`${alias}.${column}`)} = ${value}`],
  );
  return sql`${sql.join([sql``, ...conditions], sql``)}`;
}

/** SQL: whether a text or an opt-out is one of those whose figures are asked for. */
function belongs(alias: 'm' | 'e', { personId, seatIds }: Whose): RawBuilder<boolean> {
  return sql<boolean>`
    ${personId === null ? sql`true` : sql`${sql.ref(`${alias}.person_id`)} = ${personId}`}
    and ${seatIds === null ? sql`true` : sql`${sql.ref(`${alias}.seat_id`)} = any(${seatIds}::uuid[])`}`;
}

/** When something counts, newest first; of the months and days at the edges also what lies beyond. */
export async function listTimes(db: Db, texts: Texts, grain: Grain, spans: Span[]): Promise<Date[]> {
  const column = columnOf(texts);
  const answers = ANSWER_MEASURES.some((measure) => measure === column);
  // Figures of answers aren't by template and the like: what has none of those is left out text by text.
  const table = sql.table(answers ? 'answer_figures' : 'text_figures');
  const isOfEveryone = isEverybody(texts.whose) && (answers || !isNarrow(texts));
  const { rows } = await sql<{ startsAt: Date }>`
    select found.starts_at as "startsAt" from ${rangesOf(spans)}
     cross join lateral (
       select t.starts_at from ${table} t
        where ${isOf(texts.whose)} and t.grain = ${isOfEveryone ? OF_EVERYONE[grain] : grain}
          and t.starts_at >= ${BEGINNING[grain](sql`r.starts_at`)} and t.starts_at < r.ends_at
          and ${sql.ref(`t.${column}`)} > 0 ${answers ? sql`` : has('t', texts)}
       offset 0) as found
     group by found.starts_at order by found.starts_at desc`.execute(db);
  return rows.map(({ startsAt }) => startsAt);
}

const BEGINNING = {
  quarter: (at: RawBuilder<unknown>) => at,
  day: (at: RawBuilder<unknown>) => sql`date_trunc('day', ${at}, 'UTC')`,
  month: (at: RawBuilder<unknown>) => sql`date_trunc('month', ${at}, 'UTC')`,
};

/** What `listBehind` goes by: newest first, after the cursor. */
const newest = (at: RawBuilder<unknown>) => sql`date_trunc('milliseconds', max(${at}))`;

function after(at: RawBuilder<unknown>, id: RawBuilder<unknown>, cursor: Cursor | null) {
  if (cursor === null) return sql<boolean>`true`;
  return sql<boolean>`(${at}, ${id}) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)`;
}

/** SQL: the conversations at their newest text that counts, of those with the ids. */
function latest(texts: Texts, conversationIds: RawBuilder<unknown>): RawBuilder<unknown> {
  const { whose, span } = texts;
  const judged = judgedTexts(
    sql`(${textsOf(whose.accountId, { conversationIds, range: { from: span.from, to: span.to } })})`,
  );
  return sql`
    select m.conversation_id as "conversationId", ${newest(sql`m.at`)} as at from (${judged}) as m
     where ${sql.raw(COUNTS_AS[columnOf(texts)])} and ${belongs('m', whose)} ${has('m', texts)}
     group by m.conversation_id`;
}

/** Those whose newest text that counts is in one of the quarters of an hour, which follow each other, the latest first. */
export async function findInQuarters(
  db: Db,
  texts: Texts,
  quarters: Date[],
  cursor: Cursor | null,
): Promise<Behind[]> {
  const { whose, span } = texts;
  const ranges = quarters.map((from) => ({ from, to: new Date(Number(from) + QUARTER_MS) }));
  const [first, last] = [ranges.at(-1)?.from ?? span.to, ranges[0]?.to ?? span.to];
  // Who has no text there that could count isn't looked at any closer.
  const conversationIds = sql`
    select m.conversation_id from ${rangesOf(ranges)}
      join messages m on m.account_id = ${whose.accountId} and ${timeOf('m')} >= r.starts_at and ${timeOf('m')} < r.ends_at
     where ${countsAtAll('m')} and ${belongs('m', whose)} ${has('m', texts)}`;
  const { rows } = await sql<Behind>`
    select * from (${latest(texts, conversationIds)}) as found
     where at >= ${first} and at < ${last} and ${after(sql`at`, sql`"conversationId"`, cursor)}
     order by at desc, "conversationId" desc`.execute(db);
  return rows;
}

export async function findInJob(
  db: Db,
  texts: Texts,
  jobId: string,
  cursor: Cursor | null,
  limit: number,
): Promise<Behind[]> {
  const { accountId } = texts.whose;
  const conversationIds = conversationsWith(accountId, candidatesOf(accountId, jobId));
  const { rows } = await sql<Behind>`
    select * from (${latest(texts, conversationIds)}) as found
     where ${after(sql`at`, sql`"conversationId"`, cursor)}
     order by at desc, "conversationId" desc limit ${limit}`.execute(db);
  return rows;
}

/** Who opted out has their newest conversation, wherever they did. */
export async function findOptedOut(
  db: Db,
  whose: Whose,
  { from, to }: Span,
  counting: Counting,
  cursor: Cursor | null,
  limit: number,
): Promise<Behind[]> {
  const { accountId, jobId } = whose;
  const { rows } = await sql<Behind>`
    select * from (
      select c.id as "conversationId", ${newest(sql`e.created_at`)} as at
        from consent_events e
        join candidates p on p.account_id = e.account_id and p.phone_number = e.phone_number
       cross join lateral (
         select c.id from conversations c
          where c.account_id = p.account_id and c.candidate_id = p.id
          order by c.seat_id is not distinct from e.seat_id desc, c.last_message_at desc limit 1) as c
       where e.account_id = ${accountId} and e.change = 'optedOut' and e.created_at >= ${from} and e.created_at < ${to}
         and ${belongs('e', whose)} ${has('e', counting)}
         and ${jobId === null ? sql`true` : sql`p.id in (${candidatesOf(accountId, jobId)})`}
       group by c.id) as found
     where ${after(sql`at`, sql`"conversationId"`, cursor)}
     order by at desc, "conversationId" desc limit ${limit}`.execute(db);
  return rows;
}

export async function findWaiting(
  db: Db,
  whose: Whose,
  cursor: Cursor | null,
  limit: number,
): Promise<Behind[]> {
  const { rows } = await sql<Behind>`
    select c.id as "conversationId", c.waiting_since as at from conversations c
     where ${waitsFor(whose)} and ${after(sql`c.waiting_since`, sql`c.id`, cursor)}
     order by c.waiting_since desc, c.id desc limit ${limit}`.execute(db);
  return rows;
}
