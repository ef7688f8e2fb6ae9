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
  -- Goes out even while the candidate and a person are texting.
  even_in_conversation boolean not null,
  enabled boolean not null,
  -- Texts that were due before this aren't sent.
  enabled_at timestamptz not null,
  -- Increases with each change.
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Deleted ones stay a while, to list what they planned and sent.
  deleted_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, owner_id) references users (account_id, id) on delete cascade
);
create index automations_deleted on automations (deleted_at) where deleted_at is not null;
create index automations_of_person on automations (account_id, owner_id, type, created_at) where deleted_at is null;
create index automations_on on automations (account_id) where enabled and deleted_at is null;

-- Every upcoming automatic text, and what became of it.
create table planned_texts (
  account_id uuid not null,
  id uuid not null,
  automation_id uuid not null,
  -- The automation's owner.
  owner_id uuid not null,
  -- The automation's version it was planned from.
  version integer not null,
  candidate_id uuid not null,
  -- Happens once per automation, so its text is planned once: an interview at its time, an application entering a stage, an
  -- onboarding.
  occasion text not null,
  -- The interview, application or onboarding.
  subject_id uuid not null,
  -- When the subject happens.
  subject_at timestamptz not null,
  -- The seat it goes out from. Null: none yet.
  seat_id uuid,
  send_at timestamptz not null,
  status text not null check (status in ('planned', 'held', 'sent', 'skipped', 'canceled')),
  -- Why it's held, skipped, canceled or later than planned.
  reason text,
  -- Details of the reason, such as missing merge attributes.
  reason_details jsonb,
  -- A person's version. Null: the automation's.
  edited_body text,
  -- When a person decided whether it goes out with a crowd.
  decided_at timestamptz,
  message_id uuid,
  -- When its owner was notified that it was held or failed.
  told_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, automation_id, occasion),
  foreign key (account_id, automation_id) references automations (account_id, id) on delete cascade,
  foreign key (account_id, candidate_id) references candidates (account_id, id) on delete cascade
);
create index planned_texts_by_time on planned_texts (account_id, send_at, id);
create index planned_texts_due on planned_texts (send_at) include (account_id, id, candidate_id, subject_at)
  where status = 'planned';
create index planned_texts_held on planned_texts (account_id, owner_id, send_at, id) where status = 'held';
create index planned_texts_of_automation on planned_texts (account_id, automation_id, subject_at);
create index planned_texts_of_candidate on planned_texts (account_id, candidate_id, send_at);
create index planned_texts_of_message on planned_texts (account_id, message_id) where message_id is not null;
create index planned_texts_of_owner on planned_texts (account_id, owner_id, send_at, id);
create index planned_texts_old on planned_texts (updated_at) where status in ('sent', 'skipped', 'canceled');
create index planned_texts_told on planned_texts (account_id, owner_id, told_at) where told_at is not null;
create index planned_texts_untold on planned_texts (account_id, owner_id) where status = 'held' and told_at is null;

-- Questions whose answer we read: a reminder, offered times, a message that pauses on a reply.
create table awaited_answers (
  account_id uuid not null,
  candidate_id uuid not null,
  kind text not null check (kind in ('interview', 'times', 'onboarding', 'stage')),
  -- The interview, time offer, onboarding or application.
  subject_id uuid not null,
  conversation_id uuid not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, candidate_id, kind, subject_id),
  foreign key (account_id, candidate_id) references candidates (account_id, id) on delete cascade
);
create index awaited_answers_expired on awaited_answers (expires_at);

-- How we read a candidate's text.
create table read_answers (
  account_id uuid not null,
  message_id uuid not null,
  interview_id uuid not null,
  -- The interview's start as the candidate knew it.
  starts_at timestamptz not null,
  answer text not null check (answer in ('confirmed', 'rescheduleRequested')),
  primary key (account_id, message_id),
  foreign key (account_id, message_id) references messages (account_id, id) on delete cascade
);

-- Candidates or automations whose texts need planning again. The planner deletes marks before it reads the facts, so a later
-- commit keeps its mark.
create table plan_marks (
  account_id uuid not null,
  id bigint generated always as identity,
  candidate_id uuid,
  automation_id uuid,
  primary key (account_id, id)
);
create index plan_marks_in_order on plan_marks (id);
-- Finds accounts with automation marks one at a time.
create index plan_marks_of_automations on plan_marks (account_id, automation_id) where candidate_id is null;
create index plan_marks_of_candidate on plan_marks (account_id, candidate_id);

create function mark_candidate(account uuid, candidate uuid) returns void language sql as $$
  insert into plan_marks (account_id, candidate_id)
  select account, candidate
   where candidate is not null
     and exists (select 1 from automations a where a.account_id = account and a.enabled and a.deleted_at is null);
$$;

create function mark_automation() returns trigger language plpgsql as $$
begin
  insert into plan_marks (account_id, automation_id) values (new.account_id, new.id);
  return null;
end $$;
create trigger mark_automation after insert or update on automations for each row execute function mark_automation();
