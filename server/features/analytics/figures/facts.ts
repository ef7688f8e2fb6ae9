import { type RawBuilder, sql } from 'kysely';
import { ANSWER_STEPS, QUIET_DAYS } from '../../../../contract/analytics.ts';
import { ANSWER_HOURS } from '../../../../contract/templates.ts';

/* What each text counts for, stated once. */

/** Of text_facts, beside the account. */
export const FACT_COLUMNS = [
  ...[
    'source_id',
    'id',
    'at',
    'seat_id',
    'person_id',
    'number_id',
    'template_id',
    'automation_id',
    'error_code',
  ],
  ...['sent', 'automatic', 'delivered', 'failed', 'received', 'started', 'answered', 'started_by_candidate'],
  ...['used_answered', 'opted_out', 'segments', 'minutes'],
];

/** SQL, of a text `m`: it came in, was handed to the carrier or was refused. */
export const isCounted = sql<boolean>`
  (m.call_outcome is null and (m.direction = 'inbound' or m.carrier_id is not null or m.status in ('failed', 'undelivered')))`;

const hours = (count: number) => sql`make_interval(hours => ${sql.lit(count)})`;
/** SQL: when a text came in or was handed to the carrier, or else when it was to go out. */
export const timeOf = (alias: string) =>
  sql.raw(`coalesce(${alias}.claimed_at, ${alias}.sent_at, ${alias}.scheduled_at, ${alias}.created_at)`);
const STEPS = sql.raw(`'{${ANSWER_STEPS.join(',')}}'::int[]`);

/** SQL: the facts of conversations and opt-outs, by a select of their ids. Times to the millisecond, as in a cursor. */
export const factsOf = (accountId: string, sources: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select ${sql.join(FACT_COLUMNS.map((name) => (name === 'at' ? sql`date_trunc('milliseconds', at) as at` : sql.ref(name))))}
    from (${factsOfTexts(accountId, sources)}) as texts
   union all
  select e.id, e.id, date_trunc('milliseconds', e.created_at), e.seat_id, e.person_id, e.number_id, e.template_id, e.automation_id, null,
         false, false, false, false, false, false, false, false, false, true, 0, null
    from consent_events e
   where e.account_id = ${accountId} and e.id in (${sources}) and e.change = 'optedOut'`;

const typed = sql`partition by conversation_id, is_typed`;

/**
 * Texts that came in and went out, refused ones too. Not calls, and nothing that is on its way or was canceled. Only what
 * someone typed starts a conversation, answers or waits for an answer: since the first text in a row of its side, but not since
 * before the conversation last started. "Got it, thanks" waits for none.
 */
function factsOfTexts(accountId: string, sources: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select m.*, m.conversation_id as source_id, false as opted_out, inbound as received,
           case when failed then error_with end as error_code, sent and sender_id is null as automatic,
           sent and status = 'delivered' as delivered, is_start and not inbound as started,
           is_start and inbound as started_by_candidate,
           case when is_start and not inbound then ${isAnswered(accountId)} else false end as answered,
           case when sent and coalesce(template_id, automation_id) is not null
                then ${isAnsweredFirst(accountId)} else false end as used_answered,
           case when is_typed and not is_start and before_inbound <> inbound and at >= since_at
                then (${STEPS})[least(${sql.lit(ANSWER_STEPS.length)}, 1 + width_bucket(
                       greatest(ceil(extract(epoch from at - since_at) / 60)::int, 1) - 1, ${STEPS}))] end as minutes
      from (select m.*, lag(run_at) over (${typed} order by created_at, id) as since_at from (${runsOf(accountId, sources)}) as m) as m
     where not is_before`;
}

/** Since when each side has typed in a row. With them, as rows of their own, what came before texts that were deleted by age. */
function runsOf(accountId: string, sources: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select m.*, first_value(began_at) over (${typed}, run order by created_at, id) as run_at
      from (
        select m.*, sum((is_start or before_inbound <> inbound)::int) over (${typed} order by created_at, id) as run
          from (
            select m.*, is_typed and coalesce(before_at < at - ${hours(QUIET_DAYS * 24)}, true) as is_start
              from (
                select m.*, lag(at) over typed as before_at, lag(inbound) over typed as before_inbound
                  from (${textsOf(accountId, sources)} union all ${beforeOf(accountId, sources)}) as m
                window typed as (${typed} order by created_at, id)
              ) as m
          ) as m
      ) as m`;
}

/** The last of these texts that someone typed, one for each conversation: what `text_before` has of it once they are gone. */
export const lastTyped = (
  accountId: string,
  sources: RawBuilder<unknown>,
  textIds: string[],
): RawBuilder<unknown> => sql`
  select distinct on (conversation_id) conversation_id,
         jsonb_build_object('at', at, 'isInbound', inbound, 'runAt', run_at) as text_before
    from (${runsOf(accountId, sources)}) as m
   where is_typed and id = any(${textIds}::uuid[])
   order by conversation_id, created_at desc, id desc`;

const textsOf = (accountId: string, sources: RawBuilder<unknown>) => sql`
  select m.conversation_id, m.id, m.created_at, m.status, m.sender_id, m.seat_id, m.person_id, m.number_id, m.template_id,
         m.automation_id, m.error_code as error_with, m.segments, ${timeOf('m')} as at, m.direction = 'inbound' as inbound,
         m.direction = 'outbound' and m.carrier_id is not null as sent,
         m.direction = 'outbound' and m.status in ('failed', 'undelivered') as failed,
         case when m.direction = 'inbound' then not m.is_acknowledgment else m.carrier_id is not null and m.sender_id is not null end as is_typed,
         ${timeOf('m')} as began_at, false as is_before
    from (${sources}) as source
   cross join lateral (
     select * from messages m
      where m.account_id = ${accountId} and m.conversation_id = source.id and ${isCounted} offset 0) as m`;

/** As a text before all others, which counts for nothing. */
const beforeOf = (accountId: string, sources: RawBuilder<unknown>) => sql`
  select c.id, null, '-infinity', null, null, null, null, null, null, null, null, 0, (c.text_before->>'at')::timestamptz,
         (c.text_before->>'isInbound')::boolean, false, false, true, (c.text_before->>'runAt')::timestamptz, true
    from conversations c
   where c.account_id = ${accountId} and c.id in (${sources}) and c.text_before is not null`;

/** SQL: what the candidate wrote in time after `m`. */
const answersTo = (accountId: string) => sql`
  from messages i
 where i.account_id = ${accountId} and i.conversation_id = m.conversation_id
   and i.direction = 'inbound' and i.call_outcome is null
   and i.created_at >= m.at and i.created_at <= m.at + ${hours(ANSWER_HOURS)}`;

const isAnswered = (accountId: string) => sql`exists (select ${answersTo(accountId)})`;

/** Before a person texted again. */
const isAnsweredFirst = (accountId: string) => sql`
  exists (
    select from (select i.created_at as at ${answersTo(accountId)} order by i.created_at limit 1) as answer
     where not exists (
       select from messages o
        where o.account_id = ${accountId} and o.conversation_id = m.conversation_id
          and o.created_at >= m.created_at and o.created_at < answer.at
          and o.direction = 'outbound' and o.sender_id is not null and o.carrier_id is not null and o.id <> m.id
          and ${timeOf('o')} > m.at and ${timeOf('o')} < answer.at))`;
