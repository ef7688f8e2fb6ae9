import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { countAnswers, countOptOuts, countTexts } from './figures/count-texts.ts';
import { candidatesOf } from './filter-store.ts';
import type { Offset, Span } from './range.ts';
import { OF_EVERYONE, type Tile } from './tiles.ts';

/** Whose figures; null is everybody's. */
export interface Whose {
  accountId: string;
  personId: string | null;
  seatIds: string[] | null;
  jobId: string | null;
}

/** Tiles of several times, each with the number of its own. */
export interface Piece extends Tile {
  time: number;
}

/** Then there are rows that are of everyone already. */
export const isEverybody = ({ personId, seatIds, jobId }: Whose) =>
  personId === null && seatIds === null && jobId === null;

const inSum = (whose: Whose, pieces: Piece[]) =>
  isEverybody(whose) ? pieces.map((piece) => ({ ...piece, grain: OF_EVERYONE[piece.grain] })) : pieces;

export interface Sums {
  sent: number;
  automatic: number;
  sentSegments: number;
  delivered: number;
  failed: number;
  received: number;
  receivedSegments: number;
  started: number;
  answered: number;
  startedByCandidates: number;
  optOuts: number;
  usedAnswered: number;
}

const SUMS = sql`
  sum(f.sent)::int as sent, sum(f.automatic)::int as automatic, sum(f.sent_segments)::int as "sentSegments",
  sum(f.delivered)::int as delivered, sum(f.failed)::int as failed, sum(f.received)::int as received,
  sum(f.received_segments)::int as "receivedSegments", sum(f.started)::int as started, sum(f.answered)::int as answered,
  sum(f.started_by_candidates)::int as "startedByCandidates", sum(f.opt_outs)::int as "optOuts",
  sum(f.used_answered)::int as "usedAnswered"`;

/** SQL: the condition on a row of figures. */
export function isOf({ accountId, personId, seatIds }: Whose): RawBuilder<boolean> {
  const person = personId === null ? sql`` : sql`and t.person_id = ${personId}`;
  const seats = seatIds === null ? sql`` : sql`and t.seat_id = any(${seatIds}::uuid[])`;
  return sql<boolean>`t.account_id = ${accountId} ${person} ${seats}`;
}

/** SQL: the rows `f` of the pieces. One range of the index for each, whatever the plan assumes of the table. */
function rowsIn(
  table: 'text_figures' | 'answer_figures',
  whose: Whose,
  pieces: (Span & { time: number; grain: string })[],
): RawBuilder<unknown> {
  const piece = sql`
    unnest(${pieces.map(({ time }) => time)}::int[], ${pieces.map(({ grain }) => grain)}::text[],
           ${pieces.map(({ from }) => from)}::timestamptz[], ${pieces.map(({ to }) => to)}::timestamptz[])
      as piece(time, grain, "from", "to")`;
  // A day that a zone left out has no pieces, and no range.
  if (whose.jobId !== null && pieces.length > 0)
    return sql`${piece} join (${countedNow(table, whose, whose.jobId, pieces)}) as f
      on f.starts_at >= piece."from" and f.starts_at < piece."to"`;
  return sql`${piece} cross join lateral (
      select t.* from ${sql.table(table)} t
       where ${isOf(whose)} and t.grain = piece.grain and t.starts_at >= piece."from" and t.starts_at < piece."to"
      offset 0) as f`;
}

/** SQL: the same rows, of the texts of a job's candidates: no figures are kept by job. */
function countedNow(
  table: 'text_figures' | 'answer_figures',
  { accountId, personId, seatIds }: Whose,
  jobId: string,
  pieces: Span[],
): RawBuilder<unknown> {
  const candidates = candidatesOf(accountId, jobId);
  const range = {
    from: new Date(Math.min(...pieces.map(({ from }) => from.getTime()))),
    to: new Date(Math.max(...pieces.map(({ to }) => to.getTime()))),
  };
  const which = { conversationIds: conversationsWith(accountId, candidates), range };
  const phones = sql`
    select c.phone_number from candidates c where c.account_id = ${accountId} and c.id in (${candidates})`;
  const counted =
    table === 'answer_figures'
      ? countAnswers(accountId, which)
      : sql`(${countTexts(accountId, which)}) union all (${countOptOuts(accountId, [range], phones)})`;
  return sql`
    select t.* from (${counted}) as t
     where ${personId === null ? sql`true` : sql`t.person_id = ${personId}`}
       and ${seatIds === null ? sql`true` : sql`t.seat_id = any(${seatIds}::uuid[])`} offset 0`;
}

/** SQL: the ids of the conversations with candidates. */
export const conversationsWith = (accountId: string, candidates: RawBuilder<unknown>) => sql`
  select c.id from conversations c where c.account_id = ${accountId} and c.candidate_id in (${candidates})`;

/** Of each time that has any. */
export async function sumUp(db: Db, whose: Whose, pieces: Piece[]): Promise<Map<number, Sums>> {
  const { rows } = await sql<Sums & { time: number }>`
    select piece.time, ${SUMS} from ${rowsIn('text_figures', whose, inSum(whose, pieces))} group by piece.time`.execute(
    db,
  );
  return new Map(rows.map(({ time, ...sums }) => [time, sums]));
}

export interface KeyedSums extends Sums {
  key: 'person' | 'number' | 'template' | 'automation' | 'errorCode';
  personId: string | null;
  numberId: string | null;
  templateId: string | null;
  automationId: string | null;
  errorCode: string | null;
}

/** By each of the keys. First all together, so that each row is read once. */
export async function sumByKey(db: Db, whose: Whose, pieces: Piece[]): Promise<KeyedSums[]> {
  const { rows } = await sql<KeyedSums>`
    with together as materialized (
      select f.person_id, f.number_id, f.template_id, f.automation_id, f.error_code, sum(f.sent) as sent,
             sum(f.automatic) as automatic, sum(f.sent_segments) as sent_segments, sum(f.delivered) as delivered,
             sum(f.failed) as failed, sum(f.received) as received, sum(f.received_segments) as received_segments,
             sum(f.started) as started, sum(f.answered) as answered,
             sum(f.started_by_candidates) as started_by_candidates, sum(f.opt_outs) as opt_outs,
             sum(f.used_answered) as used_answered
        from ${rowsIn('text_figures', whose, pieces)}
       group by f.person_id, f.number_id, f.template_id, f.automation_id, f.error_code)
    select case grouping(f.person_id, f.number_id, f.template_id, f.automation_id, f.error_code)
             when 15 then 'person' when 23 then 'number' when 27 then 'template' when 29 then 'automation'
             else 'errorCode' end as key,
           f.person_id as "personId", f.number_id as "numberId", f.template_id as "templateId",
           f.automation_id as "automationId", f.error_code as "errorCode", ${SUMS}
      from together f
     group by grouping sets ((f.person_id), (f.number_id), (f.template_id), (f.automation_id), (f.error_code))`.execute(
    db,
  );
  return rows;
}

export interface Point {
  /** Of the series, counted from 1; null for an hour of the week. */
  point: number | null;
  weekday: number | null;
  hour: number | null;
  sent: number;
  received: number;
  started: number;
  answered: number;
}

/** By the points of the series, and by hours of the week on the clock that is ahead of UTC by the offsets. */
export async function sumByTime(
  db: Db,
  whose: Whose,
  piece: Piece,
  { points, offsets }: { points: Date[]; offsets: Offset[] },
): Promise<Point[]> {
  const { rows } = await sql<Point>`
    with quarters as materialized (
      select f.starts_at, sum(f.sent) as sent, sum(f.received) as received, sum(f.started) as started,
             sum(f.answered) as answered
        from ${rowsIn('text_figures', whose, inSum(whose, [piece]))} group by f.starts_at),
    placed as (
      select q.*, width_bucket(q.starts_at, ${points}::timestamptz[]) as point,
             q.starts_at at time zone 'UTC' + make_interval(secs =>
               (${offsets.map(({ seconds }) => seconds)}::int[])[
                 width_bucket(q.starts_at, ${offsets.map(({ from }) => from)}::timestamptz[])]) as wall
        from quarters q),
    read as (
      select *, extract(isodow from wall)::int as weekday, extract(hour from wall)::int as hour from placed)
    select point, weekday, hour, sum(sent)::int as sent, sum(received)::int as received,
           sum(started)::int as started, sum(answered)::int as answered
      from read group by grouping sets ((point), (weekday, hour))`.execute(db);
  return rows;
}

export interface Answers {
  time: number;
  minutes: number;
  byCandidate: number;
  byUs: number;
}

export async function sumAnswers(db: Db, whose: Whose, pieces: Piece[]): Promise<Answers[]> {
  const { rows } = await sql<Answers>`
    select piece.time, f.minutes, sum(f.by_candidate)::int as "byCandidate", sum(f.by_us)::int as "byUs"
      from ${rowsIn('answer_figures', whose, inSum(whose, pieces))} group by piece.time, f.minutes`.execute(
    db,
  );
  return rows;
}
