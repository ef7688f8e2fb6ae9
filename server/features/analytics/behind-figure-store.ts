import { type RawBuilder, sql } from 'kysely';
import type { Figure } from '../../../contract/analytics.ts';
import type { ReadDb } from '../../db/connection.ts';
import type { Cursor } from '../../http/page.ts';
import { candidatesIn } from '../hiring/records/candidates-in.ts';
import { COUNTS, type Measure } from './figures/sums.ts';
import { isOf, type Whose } from './figures-store.ts';
import type { Span } from './range.ts';
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

const MEASURES: Record<OfTexts, Measure> = {
  sent: 'sent',
  automatic: 'automatic',
  delivered: 'delivered',
  failed: 'failed',
  received: 'received',
  started: 'started',
  answered: 'answered',
  startedByCandidates: 'started_by_candidates',
  candidateAnswers: 'by_candidate',
  ourAnswers: 'by_us',
};

/** For a template or an automation, each use counts as what is answered. */
function measureOf({ figure, templateId, automationId }: Texts): Measure {
  const isOfUses = templateId !== undefined || automationId !== undefined;
  return figure === 'answered' && isOfUses ? 'used_answered' : MEASURES[figure];
}

const narrowed = ({ templateId, automationId, numberId, errorCode }: Counting) =>
  (
    [
      ['template', 'template_id', templateId],
      ['automation', 'automation_id', automationId],
      ['number', 'number_id', numberId],
      ['error', 'error_code', errorCode],
    ] as const
  ).filter(([, , value]) => value !== undefined);

/** SQL: the conditions on facts or opt-outs with the alias. */
function has(alias: 'f' | 'n' | 'e', counting: Counting): RawBuilder<unknown> {
  if (alias === 'e' && counting.errorCode !== undefined) return sql`and false`;
  return sql.join(
    narrowed(counting).map(([, column, value]) => sql`and ${sql.ref(`${alias}.${column}`)} = ${value}`),
    sql` `,
  );
}

/** SQL: whether a fact or an opt-out is one of those whose figures are asked for. */
const belongs = (alias: 'n' | 'e', { personId, seatIds }: Whose) => sql`
  ${sql.ref(`${alias}.account_id`)} is not null
  ${personId === null ? sql`` : sql`and ${sql.ref(`${alias}.person_id`)} = ${personId}`}
  ${seatIds === null ? sql`` : sql`and ${sql.ref(`${alias}.seat_id`)} = any(${seatIds}::uuid[])`}`;

/**
 * The days, newest first, in which anything counts, so that rare texts aren't looked for among all texts of an account. For
 * anything less than everybody, there are few enough.
 */
export async function listDays(db: ReadDb, texts: Texts, { from, to }: Span): Promise<Date[]> {
  const { accountId } = texts.whose;
  const [[kind, , key] = [null, null, null]] = narrowed(texts);
  const { rows } = await sql<{ day: Date }>`
    select starts_at as day from text_sums
     where account_id = ${accountId} and grain = 'day' and kind = ${kind ?? 'everyone'} ${kind === null ? sql`` : sql`and key = ${key}`}
       and starts_at > ${from}::timestamptz - interval '1 day' and starts_at < ${to} and ${sql.ref(measureOf(texts))} > 0
     order by day desc`.execute(db);
  return rows.map(({ day }) => day);
}

function after(at: RawBuilder<unknown>, id: RawBuilder<unknown>, cursor: Cursor | null) {
  if (cursor === null) return sql<boolean>`true`;
  return sql<boolean>`(${at}, ${id}) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)`;
}

/** Those whose newest text that counts is in one of the spans, newest first. */
export async function findTexts(
  db: ReadDb,
  texts: Texts,
  spans: Span[],
  cursor: Cursor | null,
  limit: number,
): Promise<Behind[]> {
  const { whose, span } = texts;
  const counts = COUNTS[measureOf(texts)];
  const { rows } = await sql<Behind>`
    select found.* from unnest(${spans.map(({ from }) => from)}::timestamptz[], ${spans.map(({ to }) => to)}::timestamptz[]) as r ("from", "to")
     cross join lateral (
       select f.source_id as "conversationId", f.at from text_facts f
        where ${isOf(whose)} and f.at >= r."from" and f.at < r."to" and f.source_id is not null
          and ${sql.raw(counts)} ${has('f', texts)} and ${after(sql`f.at`, sql`f.source_id`, cursor)}
          and not exists (
            select from text_facts n
             where n.account_id = f.account_id and n.source_id = f.source_id and (n.at, n.id) > (f.at, f.id) and n.at < ${span.to}
               and ${belongs('n', whose)} and ${sql.raw(counts.replaceAll('f.', 'n.'))} ${has('n', texts)})
        order by f.at desc, f.source_id desc limit ${limit}) as found
     order by at desc, "conversationId" desc limit ${limit}`.execute(db);
  return rows;
}

/** People who opted out have their newest conversation, wherever they did. */
export async function findOptedOut(
  db: ReadDb,
  whose: Whose,
  { from, to }: Span,
  counting: Counting,
  cursor: Cursor | null,
  limit: number,
): Promise<Behind[]> {
  const { accountId, jobId } = whose;
  const { rows } = await sql<Behind>`
    select * from (
      select c.id as "conversationId", date_trunc('milliseconds', max(e.created_at)) as at
        from consent_events e
        join candidates p on p.account_id = e.account_id and p.phone_number = e.phone_number
       cross join lateral (
         select c.id from conversations c
          where c.account_id = p.account_id and c.candidate_id = p.id
          order by c.seat_id is not distinct from e.seat_id desc, c.last_message_at desc limit 1) as c
       where e.account_id = ${accountId} and e.change = 'optedOut' and e.created_at >= ${from} and e.created_at < ${to}
         and ${belongs('e', whose)} ${has('e', counting)}
         and ${jobId === null ? sql`true` : sql`p.id in (${candidatesIn(accountId, { jobId })})`}
       group by c.id) as found
     where ${after(sql`at`, sql`"conversationId"`, cursor)}
     order by at desc, "conversationId" desc limit ${limit}`.execute(db);
  return rows;
}

export async function findWaiting(
  db: ReadDb,
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
