import { type RawBuilder, sql } from 'kysely';
import { isCounted, timeOf } from '../analytics/figures/facts.ts';

/* SQL: what is old enough to be deleted, and may be. */

/** A text `m` is old enough, and its outcome is known. */
const isOver = (before: Date) => sql<boolean>`
  (${timeOf('m')} < ${before} and m.status not in ('scheduled', 'queued', 'sending'))`;

/**
 * A text `m` of a conversation `c` with a candidate `p`: its outcome is known, no one has to review it, and nothing is asked of the
 * next text because of it.
 */
const isDue = (before: Date) => sql<boolean>`
  (${isOver(before)} and m.id is distinct from c.held_message_id
   -- Until the new number is confirmed.
   and not (m.id = c.last_message_id and p.number_changed_at is not null and m.candidate_number <> p.phone_number))`;

const withoutHold = sql`
  candidates p on p.account_id = c.account_id and p.id = c.candidate_id and not p.legal_hold`;

/**
 * Texts from the beginning of their conversation on: up to the first that stays and counts for something, since the figures of what
 * comes later follow from it. `threads` is a select of conversations.
 */
export const dueTexts = (threads: RawBuilder<unknown>, before: Date) => sql`
  select m.id, m.conversation_id, m.created_at
    from (${threads}) as c join ${withoutHold}
   cross join lateral (
     select m.*, bool_or(is_counted and not is_due) over (order by m.created_at, m.id) as is_after
       from (
         select m.id, m.conversation_id, m.created_at, ${isDue(before)} as is_due, ${isCounted} as is_counted
           from messages m
          where m.account_id = c.account_id and m.conversation_id = c.id and m.created_at < ${before}
       ) as m
   ) as m
   where m.is_due and not m.is_after`;

/**
 * How many these are of an account's conversations with these IDs. Only those in which something may stay are read in their order,
 * and they are few.
 */
export const countOfTexts = (
  accountId: string,
  before: Date,
  { after, last }: { after: string; last: string },
) => sql<{ count: number }>`
  with threads as materialized (
    select m.conversation_id as id, count(*) filter (where ${isOver(before)}) as due,
           bool_or(${isCounted} and not ${isOver(before)}) as has_others
      from messages m
     where m.account_id = ${accountId} and m.conversation_id > ${after} and m.conversation_id <= ${last}
       and m.created_at < ${before}
     group by m.conversation_id
  ), known as materialized (
    select c.id, threads.due,
           threads.has_others or c.held_message_id is not null or p.number_changed_at is not null as has_others
      from threads join conversations c on c.account_id = ${accountId} and c.id = threads.id
      join ${withoutHold}
     where threads.due > 0
  )
  select (coalesce((select sum(due) from known where not has_others), 0) + (
           select count(*) from (${dueTexts(
             sql`
               select * from conversations where account_id = ${accountId} and id in (
                 select id from known where has_others)`,
             before,
           )}) as of_others))::int as count`;

/** `media` is a select of rows of that table. */
export const dueMedia = (media: RawBuilder<unknown>, before: Date) => sql`
  select media.id, media.message_id, case when m.call_outcome is not null and media.status <> 'stored' then media.carrier_url end as recording_url
    from (${media}) as media
    join messages m on m.account_id = media.account_id and m.id = media.message_id
    join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
    join ${withoutHold}
   where media.status <> 'deleted' and ${isDue(before)}`;

/** Of a candidate `p`: neither contact nor change since. */
const isIdle = (before: Date) => sql<boolean>`
  (p.updated_at < ${before} and p.created_at < ${before}
   and not exists (
     select from conversations c
      where c.account_id = p.account_id and c.candidate_id = p.id and c.last_message_at >= ${before})
   -- One that was scheduled went out long after it was written.
   and not exists (
     select from conversations c join messages m on m.account_id = c.account_id and m.conversation_id = c.id
      where c.account_id = p.account_id and c.candidate_id = p.id and m.scheduled_at >= ${before} and m.carrier_id is not null)
   and not exists (
     select from conversations c join notes n on n.account_id = c.account_id and n.conversation_id = c.id
      where c.account_id = p.account_id and c.candidate_id = p.id and greatest(n.created_at, n.edited_at) >= ${before})
   and not exists (
     select from applications a
      where a.account_id = p.account_id and a.candidate_id = p.id and a.stage_changed_at >= ${before})
   and not exists (
     select from ats_people s join ats_applications a on a.account_id = s.account_id and a.ats_type = s.ats_type
            and a.person_external_id = s.external_id
      where s.account_id = p.account_id and s.candidate_id = p.id and a.stage_changed_at >= ${before})
   and not exists (
     select from interviews i
      where i.account_id = p.account_id and i.candidate_id = p.id and i.starts_at >= ${before} and i.status <> 'canceled'))`;

/** Of a candidate `p`: someone counts on them, or they on someone. */
const isInUse = (now: Date) => sql<boolean>`
  (exists (
     select from conversations c
      where c.account_id = p.account_id and c.candidate_id = p.id
        and (c.waiting_since is not null and c.archived_at is null or c.held_message_id is not null
             or c.remind_at > ${now} or c.snoozed_until > ${now}))
   or exists (
     select from applications a join jobs j on j.account_id = a.account_id and j.id = a.job_id and j.status = 'open'
      where a.account_id = p.account_id and a.candidate_id = p.id)
   or exists (
     select from ats_people s join ats_applications a on a.account_id = s.account_id and a.ats_type = s.ats_type
            and a.person_external_id = s.external_id and a.status = 'active'
       left join ats_jobs j on j.account_id = a.account_id and j.ats_type = a.ats_type and j.external_id = a.job_external_id
      where s.account_id = p.account_id and s.candidate_id = p.id and j.status is distinct from 'closed')
   or exists (
     select from onboardings o
      where o.account_id = p.account_id and o.candidate_id = p.id and o.status <> 'ended')
   or exists (
     select from time_offers o
      where o.account_id = p.account_id and o.candidate_id = p.id and o.status in ('open', 'booking', 'needsPerson'))
   or exists (
     select from planned_texts t
      where t.account_id = p.account_id and t.candidate_id = p.id and t.status in ('planned', 'held'))
   or exists (
     select from broadcast_recipients r
      where r.account_id = p.account_id and r.candidate_id = p.id and r.outcome = 'waiting')
   or exists (
     select from conversations c join follow_ups f on f.account_id = c.account_id and f.conversation_id = c.id
      where c.account_id = p.account_id and c.candidate_id = p.id and f.done_at is null)
   or exists (
     select from conversations c join messages m on m.account_id = c.account_id and m.conversation_id = c.id
      where c.account_id = p.account_id and c.candidate_id = p.id and m.status in ('scheduled', 'queued', 'sending')))`;

/** `candidates` is a select of rows of that table. */
export const idleCandidates = (
  candidates: RawBuilder<unknown>,
  { before, now }: { before: Date; now: Date },
) => sql`
  select p.id, ${isInUse(now)} as is_in_use from (${candidates}) as p where not p.legal_hold and ${isIdle(before)}`;
