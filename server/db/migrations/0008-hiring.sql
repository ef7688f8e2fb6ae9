create sequence ats_generations;

-- Jobs that an account keeps here, not in a system.
create table jobs (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  name text not null,
  status text not null check (status in ('open', 'closed')),
  -- No key: the person may be erased.
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index jobs_by_status on jobs (account_id, status, created_at desc, id desc);
create index jobs_newest on jobs (account_id, created_at desc, id desc);

create table job_stages (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  name text not null,
  position integer not null,
  kind text not null,
  primary key (account_id, id)
);

create table applications (
  account_id uuid not null,
  id uuid not null,
  candidate_id uuid not null,
  job_id uuid not null,
  stage_id uuid not null,
  stage_changed_at timestamptz not null,
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, candidate_id, job_id),
  foreign key (account_id, candidate_id) references candidates (account_id, id) on delete cascade,
  foreign key (account_id, job_id) references jobs (account_id, id),
  foreign key (account_id, stage_id) references job_stages (account_id, id)
);
create index applications_in_stage on applications (account_id, job_id, stage_id, stage_changed_at desc, id desc);
create index applications_of_stage on applications (account_id, stage_id);

-- Someone hired. Onboarding messages count from their start day.
create table onboardings (
  account_id uuid not null,
  id uuid not null,
  candidate_id uuid not null,
  -- Who started it, and whose messages go out. Null: the candidate's recruiter.
  user_id uuid,
  -- Source: a system's new hire, or an application in a hired stage. All three null: a person.
  ats_type text,
  external_id text,
  application_id uuid,
  starts_at timestamptz not null,
  -- The start date the system last gave. If it changes, the start moves.
  said_starts_on date,
  status text not null check (status in ('active', 'paused', 'ended')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, application_id),
  unique (account_id, ats_type, external_id),
  foreign key (account_id, candidate_id) references candidates (account_id, id) on delete cascade
);
create index onboardings_by_start on onboardings (account_id, starts_at, id);
create unique index onboardings_open on onboardings (account_id, candidate_id) where status <> 'ended';

create table ats_connections (
  account_id uuid not null references accounts (id) on delete cascade,
  ats_type text not null,
  -- New from ats_generations on each connect. Work of an earlier generation ends without effect.
  generation bigint not null,
  connected_by text not null check (connected_by in ('key', 'oauth')),
  ats_account_id text not null,
  -- Credentials and tokens.
  sealed_access text not null,
  enabled boolean not null,
  notes_mode text not null check (notes_mode in ('each', 'daily', 'off')),
  hiring_manager_notes_mode text check (hiring_manager_notes_mode in ('each', 'daily', 'off')),
  webhook_state text not null check (webhook_state in ('automatic', 'manual', 'none')),
  sealed_webhook_keys text,
  -- How far we've read the system's event queue.
  event_position text,
  sync_state text not null check (sync_state in ('running', 'idle', 'failed')),
  -- Progress of the running sync.
  sync_checkpoint jsonb,
  -- When the last complete sync began. The next one asks for changes since then.
  synced_from timestamptz,
  last_sync_at timestamptz,
  next_sync_at timestamptz not null,
  error_code text check (error_code in ('ats_key_refused', 'ats_rights_missing', 'ats_unavailable')),
  error_message text,
  -- Texts before this ID have been checked for notes.
  notes_position uuid,
  connected_at timestamptz not null,
  -- When the last full sync began, which also reads what hasn't changed.
  read_all_from timestamptz,
  -- Default person whose number sends reminders of the system's interviews.
  reminder_user_id uuid,
  primary key (account_id, ats_type),
  foreign key (account_id, reminder_user_id) references users (account_id, id) on delete set null (reminder_user_id)
);
create index ats_connections_due on ats_connections (next_sync_at) where enabled;

-- Ended connections that left something at the vendor. We try to remove it for a day.
create table ats_departures (
  account_id uuid not null references accounts (id) on delete cascade,
  generation bigint not null,
  ats_type text not null,
  connected_by text not null check (connected_by in ('key', 'oauth')),
  sealed_access text not null,
  sealed_webhook_keys text,
  event_position text,
  departed_at timestamptz not null,
  primary key (account_id, generation)
);
create index ats_departures_old on ats_departures (departed_at);

-- Candidates as the system has them, including those without a phone.
create table ats_people (
  account_id uuid not null references accounts (id) on delete cascade,
  ats_type text not null,
  external_id text not null,
  -- Null: no phone, waiting for an admin's decision, or kept apart.
  candidate_id uuid,
  -- The candidate whose texts from before the link have been checked for notes.
  noted_candidate_id uuid,
  -- The candidate was created for this person, and is deleted with them unless there's other activity.
  made_candidate boolean not null,
  first_name text not null,
  last_name text not null,
  emails text[] not null,
  -- In E.164, best first.
  phone_numbers text[] not null,
  timezone text,
  profile_url text,
  changed_at timestamptz not null,
  primary key (account_id, ats_type, external_id),
  foreign key (account_id, candidate_id) references candidates (account_id, id) on delete set null (candidate_id)
);
create index ats_people_of_candidate on ats_people (account_id, candidate_id) where candidate_id is not null;
create index ats_people_to_note on ats_people (account_id, ats_type)
  where candidate_id is not null and (noted_candidate_id is distinct from candidate_id);

-- Finds people of any system by number.
create table ats_phones (
  account_id uuid not null,
  phone_number text not null,
  ats_type text not null,
  external_id text not null,
  primary key (account_id, phone_number, ats_type, external_id),
  foreign key (account_id, ats_type, external_id) references ats_people (account_id, ats_type, external_id) on delete cascade
);
create index ats_phones_of_person on ats_phones (account_id, ats_type, external_id);

create table ats_jobs (
  account_id uuid not null references accounts (id) on delete cascade,
  ats_type text not null,
  external_id text not null,
  name text not null,
  status text not null check (status in ('draft', 'open', 'closed')),
  -- Null: the system doesn't say.
  hiring_manager_emails text[],
  primary key (account_id, ats_type, external_id)
);

create table ats_stages (
  account_id uuid not null references accounts (id) on delete cascade,
  ats_type text not null,
  -- Empty: all jobs have the same stages.
  job_external_id text not null,
  external_id text not null,
  name text not null,
  position integer not null,
  kind text not null,
  primary key (account_id, ats_type, job_external_id, external_id)
);

create table ats_applications (
  account_id uuid not null,
  id uuid not null,
  ats_type text not null,
  external_id text not null,
  person_external_id text not null,
  job_external_id text,
  job_name text,
  stage_external_id text,
  stage_name text,
  status text not null check (status in ('active', 'hired', 'rejected')),
  source text,
  profile_url text,
  recruiter_email text,
  stage_changed_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, ats_type, external_id),
  foreign key (account_id, ats_type, person_external_id) references ats_people (account_id, ats_type, external_id) on delete
    cascade
);
create index ats_applications_active on ats_applications (account_id, ats_type, stage_changed_at desc, id desc)
  where status = 'active';
create index ats_applications_of_job on ats_applications (account_id, ats_type, job_external_id);
create index ats_applications_of_person on ats_applications (account_id, ats_type, person_external_id);

create table ats_new_hires (
  account_id uuid not null references accounts (id) on delete cascade,
  ats_type text not null,
  external_id text not null,
  person_external_id text,
  candidate_id uuid,
  first_name text not null,
  last_name text not null,
  emails text[] not null,
  phone_numbers text[] not null,
  starts_on date,
  job_name text,
  primary key (account_id, ats_type, external_id),
  foreign key (account_id, candidate_id) references candidates (account_id, id) on delete set null (candidate_id)
);
create index ats_new_hires_of_candidate on ats_new_hires (account_id, candidate_id) where candidate_id is not null;
create index ats_new_hires_of_person on ats_new_hires (account_id, ats_type, person_external_id)
  where person_external_id is not null;

-- A person of a system and the candidate they may be. Decided pairs stay, so we don't ask twice.
create table ats_pairs (
  account_id uuid not null,
  id uuid not null,
  ats_type text not null,
  external_id text not null,
  candidate_id uuid not null,
  -- Null: a person unlinked them.
  reason text check (reason in ('samePhoneOtherName', 'sameEmailOtherPhone')),
  decision text check (decision in ('same', 'different')),
  decided_by uuid,
  created_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, ats_type, external_id, candidate_id),
  foreign key (account_id, ats_type, external_id) references ats_people (account_id, ats_type, external_id) on delete cascade,
  foreign key (account_id, candidate_id) references candidates (account_id, id) on delete cascade,
  foreign key (account_id, decided_by) references users (account_id, id) on delete set null (decided_by)
);
create index ats_pairs_open on ats_pairs (account_id, created_at desc, id desc) where decision is null;

-- Texts to write as notes in the systems, one by one or in a daily summary.
create table ats_notes (
  account_id uuid not null,
  id uuid not null,
  ats_type text not null,
  candidate_id uuid not null,
  message_id uuid not null,
  -- Day of the summary it belongs to, in the account's time zone. Null: a separate note.
  day date,
  -- claimed: being written, or may have been. unknown: may have been written, and we can't check. off: the company didn't want
  -- notes then.
  state text not null check (state in ('waiting', 'claimed', 'written', 'unknown', 'refused', 'off')),
  -- Finds the note. Texts claimed together share it.
  reference text,
  attempts integer not null default 0,
  -- waiting: when to write it. claimed: when to check what became of it.
  due_at timestamptz not null,
  claimed_at timestamptz,
  note_id text,
  reason text,
  -- Null: still open, or unknown.
  settled_at timestamptz,
  primary key (account_id, id),
  unique (account_id, message_id, ats_type),
  foreign key (account_id, candidate_id) references candidates (account_id, id) on delete cascade,
  foreign key (account_id, message_id) references messages (account_id, id) on delete cascade
);
create index ats_notes_due_of_system on ats_notes (account_id, ats_type, due_at, id) where state in ('waiting', 'claimed');
create index ats_notes_of_candidate on ats_notes (account_id, candidate_id);
create index ats_notes_old on ats_notes (settled_at) where settled_at is not null;
create index ats_notes_open on ats_notes (account_id, ats_type, candidate_id) where state in ('waiting', 'claimed');
create index ats_notes_unknown on ats_notes (account_id, ats_type) where state = 'unknown';

-- Records of connected systems that couldn't be read, until they can be.
create table ats_set_aside (
  account_id uuid not null,
  ats_type text not null,
  kind text not null,
  -- The system's ID, or one derived from the record.
  key text not null,
  external_id text,
  name text,
  -- Names of the fields that didn't fit.
  field text not null,
  seen_at timestamptz not null,
  primary key (account_id, ats_type, kind, key),
  foreign key (account_id, ats_type) references ats_connections (account_id, ats_type) on delete cascade
);

create table ats_oauth_states (
  account_id uuid not null references accounts (id) on delete cascade,
  state_hash text not null,
  user_id uuid not null,
  ats_type text not null,
  browser_hash text not null,
  expires_at timestamptz not null,
  primary key (account_id, state_hash),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index ats_oauth_states_expired on ats_oauth_states (expires_at);

create function mark_application() returns trigger language plpgsql as $$
declare
  account uuid := coalesce(new.account_id, old.account_id);
begin
  perform mark_candidate(account, p.candidate_id) from ats_people p
   where p.account_id = account and p.ats_type = coalesce(new.ats_type, old.ats_type)
     and p.external_id = coalesce(new.person_external_id, old.person_external_id);
  return null;
end $$;
create trigger mark_application after insert or delete or update of stage_external_id, status, person_external_id on
  ats_applications for each row execute function mark_application();

-- Reminders may now go out from another person's number.
create function mark_reminders() returns trigger language plpgsql as $$
begin
  insert into plan_marks (account_id, automation_id)
  select a.account_id, a.id from automations a
   where a.account_id = new.account_id and a.type = 'interviewReminder' and a.deleted_at is null;
  return null;
end $$;
create trigger mark_reminders after update of reminder_user_id on ats_connections for each row when (old.reminder_user_id is
  distinct from new.reminder_user_id) execute function mark_reminders();
