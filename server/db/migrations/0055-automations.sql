alter table users
  add column interview_reminder_enabled boolean not null default true,
  add column onboarding_message_enabled boolean not null default true,
  add column stage_message_enabled boolean not null default true,
  -- Wants a mail when an automatic text of theirs is held or fails.
  add column automation_reminder boolean not null default true;

-- After that, a text isn't sent any more: what it is about has begun.
alter table messages add column expires_at timestamptz;

alter table interviews add column reschedule_requested_at timestamptz;

-- Who added them. Null: they texted first, or came from a system or a file. No key: who added them may be erased.
alter table candidates add column added_by uuid;

create table automations (
  account_id uuid not null,
  id uuid not null,
  owner_id uuid not null,
  type text not null check (type in ('interviewReminder', 'onboardingMessage', 'stageMessage')),
  name text not null,
  body text not null,
  timing text not null check (timing in ('before', 'after', 'onTime')),
  offset_minutes integer not null,
  -- As in GET /jobStages. Empty: all.
  job_stage_ids text[] not null,
  -- Null: the seat of the candidate's recruiter.
  sender_seat_id uuid,
  working_days_only boolean not null,
  -- Ends when the candidate answers.
  until_answered boolean not null,
  -- Goes out although the candidate and a person are texting just now.
  even_in_conversation boolean not null,
  enabled boolean not null,
  -- What would have gone out before then, doesn't.
  enabled_at timestamptz not null,
  -- One more with each change.
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- What it planned and sent is still listed for a while.
  deleted_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, owner_id) references users (account_id, id) on delete cascade
);
create index automations_of_person on automations (account_id, owner_id, type, created_at) where deleted_at is null;
create index automations_on on automations (account_id) where enabled and deleted_at is null;
create index automations_deleted on automations (deleted_at) where deleted_at is not null;

-- Someone hired, whose onboarding messages are counted from the day on which they start.
create table onboardings (
  account_id uuid not null,
  id uuid not null,
  candidate_id uuid not null,
  -- Who started it, and whose messages go out. Null: the candidate's recruiter.
  user_id uuid,
  -- Where it comes from: a new hire of a system, an application whose stage is hired, or (all null) a person.
  ats_type text,
  external_id text,
  application_id uuid,
  starts_at timestamptz not null,
  -- The date that the system said last: when it says another one, the start moves.
  said_starts_on date,
  status text not null check (status in ('active', 'paused', 'ended')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, ats_type, external_id),
  unique (account_id, application_id),
  foreign key (account_id, candidate_id) references candidates (account_id, id) on delete cascade
);
create unique index onboardings_open on onboardings (account_id, candidate_id) where status <> 'ended';
create index onboardings_by_start on onboardings (account_id, starts_at, id);

-- Every coming automatic text, and what became of it.
create table planned_texts (
  account_id uuid not null,
  id uuid not null,
  automation_id uuid not null,
  -- Whose automation it is.
  owner_id uuid not null,
  -- Of the automation that it was made from.
  version integer not null,
  candidate_id uuid not null,
  -- What happens once for an automation, so that its text is planned once: an interview at its time, an application entering a
  -- stage, an onboarding.
  occasion text not null,
  -- The interview, application or onboarding.
  subject_id uuid not null,
  -- When that is.
  subject_at timestamptz not null,
  -- From which it goes; null while there is none.
  seat_id uuid,
  send_at timestamptz not null,
  status text not null check (status in ('planned', 'held', 'sent', 'skipped', 'canceled')),
  -- Why it is held, skipped or canceled, or went later than planned.
  reason text,
  -- What the reason names, such as the missing merge attributes.
  reason_details jsonb,
  -- As a person changed it. Null: the automation's.
  edited_body text,
  -- Someone decided that it goes out although many others go out with it.
  decided_at timestamptz,
  message_id uuid,
  -- Its owner was told that it was held or failed.
  told_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, automation_id, occasion),
  foreign key (account_id, automation_id) references automations (account_id, id) on delete cascade,
  foreign key (account_id, candidate_id) references candidates (account_id, id) on delete cascade
);
create index planned_texts_due on planned_texts (send_at) where status = 'planned';
create index planned_texts_held on planned_texts (account_id, owner_id, send_at, id) where status = 'held';
create index planned_texts_untold on planned_texts (account_id, owner_id) where status = 'held' and told_at is null;
create index planned_texts_of_owner on planned_texts (account_id, owner_id, send_at, id);
create index planned_texts_of_automation on planned_texts (account_id, automation_id, subject_at);
create index planned_texts_of_candidate on planned_texts (account_id, candidate_id, send_at);
create index planned_texts_by_time on planned_texts (account_id, send_at, id);
create index planned_texts_of_message on planned_texts (account_id, message_id) where message_id is not null;
create index planned_texts_old on planned_texts (updated_at) where status in ('sent', 'skipped', 'canceled');

-- Questions to candidates whose answer we read: a reminder, times that were offered, a message that pauses with a reply.
create table awaited_answers (
  account_id uuid not null,
  candidate_id uuid not null,
  kind text not null check (kind in ('interview', 'times', 'onboarding', 'stage')),
  -- The interview, the offer, the onboarding, the application.
  subject_id uuid not null,
  conversation_id uuid not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, candidate_id, kind, subject_id),
  foreign key (account_id, candidate_id) references candidates (account_id, id) on delete cascade
);
create index awaited_answers_expired on awaited_answers (expires_at);

-- What a text from a candidate was read as.
create table read_answers (
  account_id uuid not null,
  message_id uuid not null,
  interview_id uuid not null,
  -- When it started, as the candidate knew.
  starts_at timestamptz not null,
  answer text not null check (answer in ('confirmed', 'rescheduleRequested')),
  primary key (account_id, message_id),
  foreign key (account_id, message_id) references messages (account_id, id) on delete cascade
);

-- Whose texts have to be planned anew, because facts have changed; all of an automation's where it has. The planner takes
-- marks away before it reads the facts, so a change that commits later has a mark that is still there.
create table plan_marks (
  account_id uuid not null,
  id bigint not null generated always as identity,
  candidate_id uuid,
  automation_id uuid,
  primary key (account_id, id)
);
create index plan_marks_in_order on plan_marks (id);
create index plan_marks_of_candidate on plan_marks (account_id, candidate_id);

create function mark_candidate(account uuid, candidate uuid) returns void language sql as $$
  insert into plan_marks (account_id, candidate_id)
  select account, candidate
   where candidate is not null
     and exists (select 1 from automations a where a.account_id = account and a.enabled and a.deleted_at is null);
$$;

-- Of a row whose candidate is in the column that the argument names.
create function mark_row() returns trigger language plpgsql as $$
declare
  before uuid := case when tg_op <> 'INSERT' then (to_jsonb(old) ->> tg_argv[0])::uuid end;
  after uuid := case when tg_op <> 'DELETE' then (to_jsonb(new) ->> tg_argv[0])::uuid end;
  account uuid := coalesce(new.account_id, old.account_id);
begin
  perform mark_candidate(account, coalesce(after, before));
  if before is not null and after is not null and before <> after then
    perform mark_candidate(account, before);
  end if;
  return null;
end $$;

create trigger mark_row after insert or delete
  or update of candidate_id, starts_at, timezone, location, video_url, interviewers, status, reschedule_requested_at
  on interviews for each row execute function mark_row('candidate_id');
create trigger mark_row after insert or delete or update
  on onboardings for each row execute function mark_row('candidate_id');
create trigger mark_row after update of candidate_id
  on ats_people for each row execute function mark_row('candidate_id');
create trigger mark_row after insert or update of assignee_id
  on conversations for each row execute function mark_row('candidate_id');
create trigger mark_row after update of first_name, last_name, phone_number, email, job_title, timezone
  on candidates for each row execute function mark_row('id');

create function mark_application() returns trigger language plpgsql as $$
declare
  account uuid := coalesce(new.account_id, old.account_id);
begin
  perform mark_candidate(account, p.candidate_id) from ats_people p
   where p.account_id = account and p.ats_type = coalesce(new.ats_type, old.ats_type)
     and p.external_id = coalesce(new.person_external_id, old.person_external_id);
  return null;
end $$;
create trigger mark_application after insert or delete or update of stage_external_id, status, person_external_id
  on ats_applications for each row execute function mark_application();

create function mark_opted_out() returns trigger language plpgsql as $$
declare
  account uuid := coalesce(new.account_id, old.account_id);
begin
  perform mark_candidate(account, c.id) from candidates c
   where c.account_id = account and c.phone_number = coalesce(new.phone_number, old.phone_number);
  return null;
end $$;
create trigger mark_opted_out after insert or delete on opt_outs for each row execute function mark_opted_out();

create function mark_automation() returns trigger language plpgsql as $$
begin
  insert into plan_marks (account_id, automation_id) values (new.account_id, new.id);
  return null;
end $$;
create trigger mark_automation after insert or update on automations for each row execute function mark_automation();

create function mark_automations_of_user() returns trigger language plpgsql as $$
begin
  insert into plan_marks (account_id, automation_id)
  select a.account_id, a.id from automations a
   where a.account_id = new.account_id and a.owner_id = new.id and a.deleted_at is null;
  return null;
end $$;
create trigger mark_automations after update
  of interview_reminder_enabled, onboarding_message_enabled, stage_message_enabled, deactivated_at, deletes_at
  on users for each row execute function mark_automations_of_user();
