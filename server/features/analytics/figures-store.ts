import { type RawBuilder, sql } from 'kysely';
import type { ReadDb } from '../../db/connection.ts';
import { candidatesIn } from '../hiring/records/candidates-in.ts';
import { byKey, type Kind, MEASURES, measures, quarterOf, together } from './figures/sums.ts';
import type { Offset, Span } from './range.ts';
import { tilesOf } from './tiles.ts';

/** Whose figures; null is everybody's. */
export interface Whose {
  accountId: string;
  personId: string | null;
  seatIds: string[] | null;
  jobId: string | null;
}

/** Then there are sums. */
export const isEverybody = ({ personId, seatIds, jobId }: Whose) =>
  personId === null && seatIds === null && jobId === null;

/** SQL: the condition on facts `f`. */
export function isOf({ accountId, personId, seatIds, jobId }: Whose): RawBuilder<boolean> {
  const person = personId === null ? sql`` : sql`and f.person_id = ${personId}`;
  const seats = seatIds === null ? sql`` : sql`and f.seat_id = any(${seatIds}::uuid[])`;
  const job = jobId === null ? sql`` : sql`and f.source_id in (${sourcesOf(accountId, jobId)})`;
  return sql<boolean>`f.account_id = ${accountId} ${person} ${seats} ${job}`;
}

/** SQL: the conversations and opt-outs of a job's candidates. */
function sourcesOf(accountId: string, jobId: string): RawBuilder<unknown> {
  const candidates = candidatesIn(accountId, { jobId });
  return sql`
    select c.id from conversations c where c.account_id = ${accountId} and c.candidate_id in (${candidates})
     union all
    select e.id from candidates c
      join consent_events e on e.account_id = c.account_id and e.phone_number = c.phone_number and e.change = 'optedOut'
     where c.account_id = ${accountId} and c.id in (${candidates})`;
}

/** SQL: facts `f` of spans, each with the `time` of its span. One range of the index for each, whatever the plan assumes. */
const factsIn = (whose: Whose, spans: (Span & { time: number })[]) => sql`(
  select span.time, 1 as sign, f.*
    from unnest(${spans.map(({ time }) => time)}::int[], ${spans.map(({ from }) => from)}::timestamptz[],
                ${spans.map(({ to }) => to)}::timestamptz[]) as span(time, "from", "to")
   cross join lateral (
     select f.* from text_facts f where ${isOf(whose)} and f.at >= span."from" and f.at < span."to" offset 0) as f)`;

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
  byCandidate: number;
  byUs: number;
}

const camel = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
const SUMS = sql.join(MEASURES.map((name) => sql`sum(${sql.ref(name)})::int as ${sql.ref(camel(name))}`));

export interface KeyedSums extends Sums {
  /** The number of the span. */
  time: number;
  kind: Kind;
  key: string | null;
}

/** A span, and which sums it needs. */
export interface Wanted {
  span: Span;
  kinds: Kind[];
}

/**
 * In total and by each of the keys, each span with its number. For everybody, only the edges of whole days are counted now. There
 * may be more kinds of facts than are wanted.
 */
export async function sumUp(db: ReadDb, whose: Whose, wanted: Wanted[]): Promise<KeyedSums[]> {
  const tiles = wanted.flatMap(({ span, kinds }, time) =>
    (isEverybody(whose) ? tilesOf(span) : [{ ...span, grain: 'facts' as const }]).map((tile) => ({
      ...tile,
      time,
      kinds,
    })),
  );
  const edges = tiles.filter(({ grain }) => grain === 'facts');
  // One range of the index for each kind.
  const whole = tiles
    .filter(({ grain }) => grain !== 'facts')
    .flatMap(({ kinds, ...tile }) => kinds.map((kind) => ({ ...tile, kind })));
  const { rows } = await sql<KeyedSums>`
    select time, kind, key, ${SUMS} from (
      select tile.time, s.*
        from unnest(${whole.map(({ time }) => time)}::int[], ${whole.map(({ grain }) => grain)}::text[],
                    ${whole.map(({ kind }) => kind)}::text[],
                    ${whole.map(({ from }) => from)}::timestamptz[], ${whole.map(({ to }) => to)}::timestamptz[])
               as tile(time, grain, kind, "from", "to")
       cross join lateral (
         select s.kind, s.key, ${measures} from text_sums s
          where s.account_id = ${whose.accountId} and s.grain = tile.grain and s.kind = tile.kind
            and s.starts_at >= tile."from" and s.starts_at < tile."to" offset 0) as s
       union all
      ${byKey(sql`(${together(factsIn(whose, edges), sql`f.time`, 'time')})`, ['time'])}
    ) as every_sum
     group by time, kind, key`.execute(db);
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
  db: ReadDb,
  whose: Whose,
  span: Span,
  { points, offsets }: { points: Date[]; offsets: Offset[] },
): Promise<Point[]> {
  const quarters = isEverybody(whose)
    ? sql`
      select starts_at, sent, received, started, answered from text_sums
       where account_id = ${whose.accountId} and grain = 'quarter' and starts_at >= ${span.from} and starts_at < ${span.to}`
    : sql`
      select ${quarterOf(sql`f.at`)} as starts_at, count(*) filter (where f.sent) as sent,
             count(*) filter (where f.received) as received, count(*) filter (where f.started) as started,
             count(*) filter (where f.answered) as answered
        from ${factsIn(whose, [{ ...span, time: 0 }])} as f group by 1`;
  const { rows } = await sql<Point>`
    with placed as (
      select q.*, width_bucket(q.starts_at, ${points}::timestamptz[]) as point,
             q.starts_at at time zone 'UTC' + make_interval(secs =>
               (${offsets.map(({ seconds }) => seconds)}::int[])[
                 width_bucket(q.starts_at, ${offsets.map(({ from }) => from)}::timestamptz[])]) as wall
        from (${quarters}) as q),
    read as (
      select *, extract(isodow from wall)::int as weekday, extract(hour from wall)::int as hour from placed)
    select point, weekday, hour, sum(sent)::int as sent, sum(received)::int as received,
           sum(started)::int as started, sum(answered)::int as answered
      from read group by grouping sets ((point), (weekday, hour))`.execute(db);
  return rows;
}
