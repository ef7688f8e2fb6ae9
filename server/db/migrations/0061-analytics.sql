-- Whose a text is, for good: the seat of its number at that time, and who typed it, or who had the seat. No keys: they may be gone.
alter table messages
  add column seat_id uuid,
  add column person_id uuid,
  add column automation_id uuid;

update messages m
   set seat_id = c.seat_id,
       person_id = coalesce(m.sender_id, s.user_id),
       automation_id = (select p.automation_id from planned_texts p where p.account_id = m.account_id and p.message_id = m.id limit 1)
  from conversations c
  join seats s on s.account_id = c.account_id and s.id = c.seat_id
 where c.account_id = m.account_id and c.id = m.conversation_id;

-- Texts of deleted candidates come back as they are here.
update deleted_rows m
   set content = m.content || jsonb_build_object(
         'seat_id', c.content->'seat_id',
         'person_id', coalesce(m.content->>'sender_id', s.user_id::text),
         'automation_id', (
           select p.content->'automation_id' from deleted_rows p
            where p.account_id = m.account_id and p.candidate_id = m.candidate_id and p.table_name = 'planned_texts'
              and p.content->'message_id' = m.content->'id' limit 1))
  from deleted_rows c
  left join seats s on s.account_id = c.account_id and s.id = (c.content->>'seat_id')::uuid
 where m.table_name = 'messages' and c.table_name = 'conversations' and c.account_id = m.account_id
   and c.candidate_id = m.candidate_id and c.content->'id' = m.content->'conversation_id';

-- When a text counts: when the carrier got it, or it came in.
create index messages_by_time on messages (account_id, (coalesce(claimed_at, sent_at, scheduled_at, created_at)));

-- Whom the last text before it was from, and what it was written with; null where there was none.
alter table consent_events
  add column seat_id uuid,
  add column person_id uuid,
  add column number_id uuid,
  add column template_id uuid,
  add column automation_id uuid;
update consent_events e
   set seat_id = last.seat_id, person_id = last.person_id, number_id = last.number_id, template_id = last.template_id,
       automation_id = last.automation_id
  from (
    select distinct on (o.account_id, o.id) o.account_id, o.id as event_id, m.seat_id, m.person_id, m.number_id, m.template_id,
           m.automation_id
      from consent_events o
      join candidates p on p.account_id = o.account_id and p.phone_number = o.phone_number
      join conversations c on c.account_id = p.account_id and c.candidate_id = p.id
      join messages m on m.account_id = c.account_id and m.conversation_id = c.id and m.created_at <= o.created_at
           and m.direction = 'outbound' and m.carrier_id is not null and m.candidate_number = o.phone_number
     where o.change = 'optedOut'
     order by o.account_id, o.id, m.created_at desc, m.id desc
  ) as last
 where e.account_id = last.account_id and e.id = last.event_id;
create index consent_events_opted_out on consent_events (account_id, created_at) where change = 'optedOut';

/*
 * Texts, counted by quarter of an hour: in no time zone does a day begin within one. Days and months are those of UTC, to add up
 * long times faster. 'everyone', 'everyone_day' and 'everyone_month' are the same without the keys; by day and month they keep the
 * template. Decision 65.
 */
create table text_figures (
  account_id uuid not null,
  grain text not null check (grain in ('quarter', 'day', 'month', 'everyone', 'everyone_day', 'everyone_month')),
  starts_at timestamptz not null,
  seat_id uuid,
  person_id uuid,
  number_id uuid,
  template_id uuid,
  automation_id uuid,
  error_code text,
  sent integer not null,
  automatic integer not null,
  sent_segments integer not null,
  delivered integer not null,
  failed integer not null,
  received integer not null,
  received_segments integer not null,
  started integer not null,
  answered integer not null,
  started_by_candidates integer not null,
  opt_outs integer not null,
  -- Of the texts with this template or automation, how many were answered.
  used_answered integer not null,
  unique nulls not distinct
    (account_id, grain, starts_at, person_id, seat_id, number_id, template_id, automation_id, error_code)
);
create index text_figures_of_person on text_figures (account_id, person_id, grain, starts_at);
create index text_figures_of_seat on text_figures (account_id, seat_id, grain, starts_at);

-- How long answers took: up to so many minutes.
create table answer_figures (
  account_id uuid not null,
  grain text not null check (grain in ('quarter', 'day', 'month', 'everyone', 'everyone_day', 'everyone_month')),
  starts_at timestamptz not null,
  seat_id uuid,
  person_id uuid,
  minutes integer not null,
  by_candidate integer not null,
  by_us integer not null,
  unique nulls not distinct (account_id, grain, starts_at, person_id, seat_id, minutes)
);

-- What texts of deleted candidates count for. Who is erased is no longer named.
create table kept_text_figures (like text_figures);
alter table kept_text_figures drop column grain, add column candidate_id uuid;
create index kept_text_figures_by_time on kept_text_figures (account_id, starts_at);
create index kept_text_figures_of_candidate on kept_text_figures (account_id, candidate_id) where candidate_id is not null;
create table kept_answer_figures (like answer_figures);
alter table kept_answer_figures drop column grain, add column candidate_id uuid;
create index kept_answer_figures_by_time on kept_answer_figures (account_id, starts_at);
create index kept_answer_figures_of_candidate on kept_answer_figures (account_id, candidate_id) where candidate_id is not null;

-- Quarters of an hour to count again. Each change adds its own, so that none is taken away by who hasn't seen it.
create table figure_marks (
  account_id uuid not null,
  starts_at timestamptz not null
);
create index figure_marks_of_account on figure_marks (account_id, starts_at);

-- Not everyone who opts out has written, and what they wrote may be of another quarter.
create function mark_opt_out_figures() returns trigger language plpgsql as $$
begin
  insert into figure_marks (account_id, starts_at)
  values (new.account_id, date_bin('15 minutes', new.created_at, timestamptz 'epoch'));
  return null;
end $$;
create trigger mark_opt_out_figures after insert on consent_events
  for each row when (new.change = 'optedOut') execute function mark_opt_out_figures();

-- Up to where live_events have become marks.
create table figure_position (
  singleton boolean primary key default true check (singleton),
  xact xid8 not null,
  id bigint not null,
  -- Notes are kept for a day.
  moved_at timestamptz not null
);
insert into figure_position (xact, id, moved_at) values ('0', 0, now());

insert into figure_marks (account_id, starts_at)
select account_id, date_bin('15 minutes', coalesce(claimed_at, sent_at, scheduled_at, created_at), timestamptz 'epoch') from messages
union
select account_id, date_bin('15 minutes', created_at, timestamptz 'epoch') from consent_events where change = 'optedOut';

alter table accounts add column compares_people boolean not null default false;
alter table users
  add column weekly_figures boolean not null default false,
  -- The Monday of the week that was mailed last.
  add column weekly_figures_mailed date;
create index users_with_weekly_figures on users (account_id, id) where weekly_figures;
