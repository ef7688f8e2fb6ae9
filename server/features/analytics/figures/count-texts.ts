import { type RawBuilder, sql } from 'kysely';
import { ANSWER_STEPS, QUIET_DAYS } from '../../../../contract/analytics.ts';
import { ANSWER_HOURS } from '../../../../contract/templates.ts';

/* What a text counts for, stated once: for figures that are stored, and for those that are counted on request. */

export const QUARTER_MS = 15 * 60_000;

/** Quarters of an hour, in UTC. `to` is not in it. */
export interface TimeRange {
  from: Date;
  to: Date;
}

/** What came at certain times, or whole conversations, by a select of their ids, perhaps at certain times. No two ranges overlap. */
export type Which = { ranges: TimeRange[] } | { conversationIds: RawBuilder<unknown>; range?: TimeRange };

export const TEXT_KEYS = [
  'seat_id',
  'person_id',
  'number_id',
  'template_id',
  'automation_id',
  'error_code',
] as const;
export const TEXT_MEASURES = [
  'sent',
  'automatic',
  'sent_segments',
  'delivered',
  'failed',
  'received',
  'received_segments',
  'started',
  'answered',
  'started_by_candidates',
  'opt_outs',
  'used_answered',
] as const;
export const ANSWER_KEYS = ['seat_id', 'person_id', 'minutes'] as const;
export const ANSWER_MEASURES = ['by_candidate', 'by_us'] as const;

/** SQL: which of the texts that `judgedTexts` gives, with the alias `m`, a figure counts. */
export const COUNTS_AS = {
  sent: 'm.is_sent',
  automatic: 'm.is_sent and m.sender_id is null',
  delivered: `m.is_sent and m.status = 'delivered'`,
  failed: 'm.is_failed',
  received: 'm.inbound',
  started: 'm.is_start and not m.inbound',
  answered: 'm.is_answered',
  started_by_candidates: 'm.is_start and m.inbound',
  used_answered: 'm.is_used_answered',
  by_candidate: 'm.is_answer and m.inbound',
  by_us: 'm.is_answer and not m.inbound',
} as const;

const counting = (name: keyof typeof COUNTS_AS) =>
  sql`count(*) filter (where ${sql.raw(COUNTS_AS[name])})::int as ${sql.ref(name)}`;

/** By quarter of an hour. */
export type TextFigureRow = { starts_at: Date } & Record<(typeof TEXT_KEYS)[number], string | null> &
  Record<(typeof TEXT_MEASURES)[number], number>;
export type AnswerFigureRow = { starts_at: Date; seat_id: string | null; person_id: string | null } & Record<
  'minutes' | (typeof ANSWER_MEASURES)[number],
  number
>;

/** Rows as in text_figures. Opt-outs are counted apart: who opts out may have no text that is left. */
export const countTexts = (accountId: string, which: Which): RawBuilder<TextFigureRow> =>
  sql`${textFigures(sql`(${textsOf(accountId, which)})`)}`;

/** Rows as in answer_figures. */
export const countAnswers = (accountId: string, which: Which): RawBuilder<AnswerFigureRow> =>
  sql`${answerFigures(sql`(${textsOf(accountId, which)})`)}`;

/** Rows as in text_figures, of everyone who opted out at that time, or of these phone numbers only, by a select of them. */
export function countOptOuts(
  accountId: string,
  ranges: TimeRange[],
  phoneNumbers?: RawBuilder<unknown>,
): RawBuilder<TextFigureRow> {
  return sql`
    select ${quarterOf(sql`e.created_at`)} as starts_at, e.seat_id, e.person_id, e.number_id, e.template_id, e.automation_id,
           null::text as error_code, 0 as sent, 0 as automatic, 0 as sent_segments, 0 as delivered, 0 as failed, 0 as received,
           0 as received_segments, 0 as started, 0 as answered, 0 as started_by_candidates, count(*)::int as opt_outs,
           0 as used_answered
      from ${rangesOf(ranges)}
      join consent_events e on e.account_id = ${accountId} and e.change = 'optedOut'
       and e.created_at >= r.starts_at and e.created_at < r.ends_at
     where ${phoneNumbers === undefined ? sql`true` : sql`e.phone_number in (${phoneNumbers})`}
     group by 1, 2, 3, 4, 5, 6`;
}

export function rangesOf(ranges: TimeRange[]): RawBuilder<unknown> {
  const [from, to] = [ranges.map((range) => range.from), ranges.map((range) => range.to)];
  return sql`unnest(${from}::timestamptz[], ${to}::timestamptz[]) as r (starts_at, ends_at)`;
}

export const quarterOf = (time: RawBuilder<unknown>) =>
  sql`date_bin('15 minutes', ${time}, timestamptz 'epoch')`;

/** When a text counts; there is an index on it. */
export const timeOf = (alias: string): RawBuilder<Date> =>
  sql.raw(`coalesce(${alias}.claimed_at, ${alias}.sent_at, ${alias}.scheduled_at, ${alias}.created_at)`);

/** Texts that came in and went out, refused ones too. Not calls, and nothing that is on its way or was canceled. */
export const countsAtAll = (alias: string) =>
  sql.raw(`(${alias}.call_outcome is null and
    (${alias}.direction = 'inbound' or ${alias}.carrier_id is not null or ${alias}.status in ('failed', 'undelivered')))`);

/** Someone typed it: the candidate, or one of the account's people. */
export const isHuman = (alias: string) =>
  sql.raw(`(${alias}.direction = 'inbound' and ${alias}.call_outcome is null or
    ${alias}.carrier_id is not null and ${alias}.sender_id is not null and ${alias}.direction = 'outbound')`);

const hours = (count: number) => sql`make_interval(hours => ${sql.lit(count)})`;

const TEXT_COLUMNS = sql`
  m.account_id, m.conversation_id, m.id, m.created_at, m.direction, m.status, m.segments, m.number_id, m.sender_id, m.carrier_id,
  m.error_code, m.template_id, m.automation_id, m.seat_id, m.person_id, ${timeOf('m')} as at,
  m.direction = 'inbound' as inbound, ${isHuman('m')} as is_human`;

/**
 * The texts with what came before them in the thread: when the last text was that someone typed, which way it went, and for
 * what answers since when it was waited for, which is never before the conversation started anew. Mostly the two texts before
 * tell, which lie side by side in the index.
 */
export function textsOf(accountId: string, which: Which): RawBuilder<unknown> {
  const before = sql`b.account_id = ${accountId} and b.conversation_id = m.conversation_id and ${isHuman('b')}`;
  return sql`
    select m.*, last.at as before_at, last.inbound as before_inbound,
           case when last.inbound = m.inbound then null when last.is_first then last.at else since.at end as since_at
      from (select ${TEXT_COLUMNS} from ${textsIn(accountId, which)} and ${countsAtAll('m')}) as m
      left join lateral (
        select (array_agg(at))[1] as at, (array_agg(inbound))[1] as inbound,
               (array_agg(inbound))[2] is distinct from (array_agg(inbound))[1] as is_first
          from (
            select ${timeOf('b')} as at, b.direction = 'inbound' as inbound from messages b
             where m.is_human and ${before} and (b.created_at, b.id) < (m.created_at, m.id)
             order by b.created_at desc, b.id desc limit 2
          ) as two
      ) as last on true
      left join lateral (
        select b.created_at, b.id from messages b
         where last.inbound <> m.inbound and not last.is_first and ${before} and b.direction = m.direction
           and (b.created_at, b.id) < (m.created_at, m.id)
         order by b.created_at desc, b.id desc limit 1
      ) as own on true
      left join lateral (
        select at from (
          select ${timeOf('b')} as at, lag(${timeOf('b')}) over thread as previous_at, b.created_at, b.id from messages b
           where last.inbound <> m.inbound and not last.is_first and ${before} and b.direction <> m.direction
             and (b.created_at, b.id) > (coalesce(own.created_at, '-infinity'), coalesce(own.id, '00000000-0000-0000-0000-000000000000'))
             and (b.created_at, b.id) < (m.created_at, m.id)
          window thread as (order by b.created_at, b.id)
        ) as waiting
         where previous_at is null or previous_at < at - ${hours(QUIET_DAYS * 24)}
         order by created_at desc, id desc limit 1
      ) as since on true`;
}

const textsIn = (accountId: string, which: Which) =>
  'ranges' in which
    ? sql`
      ${rangesOf(which.ranges)}
      join messages m on ${timeOf('m')} >= r.starts_at and ${timeOf('m')} < r.ends_at and m.account_id = ${accountId}
     where true`
    : sql`
      messages m
     where m.account_id = ${accountId} and m.conversation_id in (${which.conversationIds})
       and ${which.range === undefined ? sql`true` : sql`${timeOf('m')} >= ${which.range.from} and ${timeOf('m')} < ${which.range.to}`}`;

/** Whether the candidate wrote in time after `m`. */
const IS_ANSWERED = sql`
  exists (
    select from messages i
     where i.account_id = m.account_id and i.conversation_id = m.conversation_id
       and i.direction = 'inbound' and i.call_outcome is null
       and i.created_at >= m.at and i.created_at <= m.at + ${hours(ANSWER_HOURS)})`;

/** Whether the candidate wrote in time after `m`, and before a person texted again. */
const IS_ANSWERED_FIRST = sql`
  exists (
    select from (
      select i.created_at as at from messages i
       where i.account_id = m.account_id and i.conversation_id = m.conversation_id
         and i.direction = 'inbound' and i.call_outcome is null
         and i.created_at >= m.at and i.created_at <= m.at + ${hours(ANSWER_HOURS)}
       order by i.created_at limit 1
    ) as answer
    where not exists (
      select from messages o
       where o.account_id = m.account_id and o.conversation_id = m.conversation_id
         and o.created_at >= m.created_at and o.created_at < answer.at
         and o.direction = 'outbound' and o.sender_id is not null and o.carrier_id is not null and o.id <> m.id
         and ${timeOf('o')} > m.at and ${timeOf('o')} < answer.at))`;

/** Texts as `textsOf` gives them, with what each counts as. */
export function judgedTexts(texts: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select m.*, case when m.is_start and not m.inbound then ${IS_ANSWERED} else false end as is_answered,
           coalesce(m.is_human and not m.is_start and m.before_inbound <> m.inbound and m.at >= m.since_at, false) as is_answer,
           case when m.is_sent and coalesce(m.template_id, m.automation_id) is not null
                then ${IS_ANSWERED_FIRST} else false end as is_used_answered
      from (
        select m.*, not m.inbound and m.carrier_id is not null as is_sent,
               not m.inbound and m.status in ('failed', 'undelivered') as is_failed,
               m.is_human and (m.before_at is null or m.before_at < m.at - ${hours(QUIET_DAYS * 24)}) as is_start
          from ${texts} as m
      ) as m`;
}

/** Of texts as `textsOf` gives them. */
export function textFigures(texts: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select starts_at, seat_id, person_id, number_id, template_id, automation_id, failed_with as error_code,
           ${counting('sent')}, ${counting('automatic')},
           coalesce(sum(segments) filter (where is_sent), 0)::int as sent_segments,
           ${counting('delivered')}, ${counting('failed')}, ${counting('received')},
           coalesce(sum(segments) filter (where inbound), 0)::int as received_segments,
           ${counting('started')}, ${counting('answered')}, ${counting('started_by_candidates')},
           0 as opt_outs, ${counting('used_answered')}
      from (
        select m.*, ${quarterOf(sql`m.at`)} as starts_at, case when m.is_failed then m.error_code end as failed_with
          from (${judgedTexts(texts)}) as m
      ) as m
     group by 1, 2, 3, 4, 5, 6, 7`;
}

const STEPS = sql.raw(`'{${ANSWER_STEPS.join(',')}}'::int[]`);

/** Of texts as `textsOf` gives them. */
export function answerFigures(texts: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select ${quarterOf(sql`m.at`)} as starts_at, m.seat_id, m.person_id,
           (${STEPS})[least(1 + width_bucket(greatest(ceil(extract(epoch from m.at - m.since_at) / 60)::int, 1) - 1, ${STEPS}),
                            ${sql.lit(ANSWER_STEPS.length)})] as minutes,
           ${counting('by_candidate')}, ${counting('by_us')}
      from (${judgedTexts(texts)}) as m
     where m.is_answer
     group by 1, 2, 3, 4`;
}
