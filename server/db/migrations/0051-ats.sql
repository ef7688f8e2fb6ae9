-- Connections to applicant-tracking systems, and what was read from them.
create sequence ats_generations;

create table ats_connections (
  account_id uuid not null references accounts (id) on delete cascade,
  ats_type text not null,
  -- Another one of ats_generations with each connect: what was begun before, ends without effect.
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
  -- Where its own queue of events was read up to.
  event_position text,
  sync_state text not null check (sync_state in ('running', 'idle', 'failed')),
  -- How far a sync that is under way has come.
  sync_checkpoint jsonb,
  -- When the last complete one began: the next asks for what was changed since.
  synced_from timestamptz,
  last_sync_at timestamptz,
  next_sync_at timestamptz not null,
  error_code text check (error_code in ('ats_key_refused', 'ats_rights_missing', 'ats_unavailable')),
  error_message text,
  -- Up to this one, texts were looked through for notes.
  notes_position uuid,
  connected_at timestamptz not null,
  primary key (account_id, ats_type)
);
create index ats_connections_due on ats_connections (next_sync_at) where enabled;

-- Connections that ended and left something at the vendor, which is taken back for a day.
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

-- Candidates as the system has them, also those without a phone.
create table ats_people (
  account_id uuid not null,
  ats_type text not null,
  external_id text not null,
  -- Null: has no phone, waits for a person to decide, or was kept apart.
  candidate_id uuid,
  -- Whose texts were looked through for notes, from the time before they were linked.
  noted_candidate_id uuid,
  -- The candidate is here because of this person, and goes with them unless somebody texted.
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
  foreign key (account_id) references accounts (id) on delete cascade,
  foreign key (account_id, candidate_id) references candidates (account_id, id) on delete set null (candidate_id)
);
create index ats_people_of_candidate on ats_people (account_id, candidate_id) where candidate_id is not null;
create index ats_people_to_note on ats_people (account_id, ats_type)
  where candidate_id is not null and noted_candidate_id is distinct from candidate_id;

-- Whose a number is in any of the systems.
create table ats_phones (
  account_id uuid not null,
  phone_number text not null,
  ats_type text not null,
  external_id text not null,
  primary key (account_id, phone_number, ats_type, external_id),
  foreign key (account_id, ats_type, external_id) references ats_people (account_id, ats_type, external_id)
    on delete cascade
);
create index ats_phones_of_person on ats_phones (account_id, ats_type, external_id);

create table ats_jobs (
  account_id uuid not null references accounts (id) on delete cascade,
  ats_type text not null,
  external_id text not null,
  name text not null,
  status text not null check (status in ('draft', 'open', 'closed')),
  -- Null: the system doesn't tell.
  hiring_manager_emails text[],
  primary key (account_id, ats_type, external_id)
);

create table ats_stages (
  account_id uuid not null references accounts (id) on delete cascade,
  ats_type text not null,
  -- Empty where all jobs have the same stages.
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
  foreign key (account_id, ats_type, person_external_id) references ats_people (account_id, ats_type, external_id)
    on delete cascade
);
create index ats_applications_of_person on ats_applications (account_id, ats_type, person_external_id);
create index ats_applications_active on ats_applications (account_id, ats_type, stage_changed_at desc, id desc)
  where status = 'active';
create index ats_applications_of_job on ats_applications (account_id, ats_type, job_external_id);

-- Entered by hand, or read from a system.
create table interviews (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  candidate_id uuid,
  ats_type text,
  external_id text,
  person_external_id text,
  application_external_id text,
  title text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  timezone text,
  location text,
  video_url text,
  interviewers text[] not null,
  status text not null check (status in ('scheduled', 'confirmed', 'canceled', 'declined')),
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, ats_type, external_id),
  foreign key (account_id, candidate_id) references candidates (account_id, id) on delete cascade,
  foreign key (account_id, created_by) references users (account_id, id) on delete set null (created_by),
  check ((ats_type is null) = (external_id is null))
);
create index interviews_of_candidate on interviews (account_id, candidate_id, starts_at);
create index interviews_by_start on interviews (account_id, starts_at, id);
create index interviews_of_person on interviews (account_id, ats_type, person_external_id)
  where person_external_id is not null;

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
create index ats_new_hires_of_person on ats_new_hires (account_id, ats_type, person_external_id)
  where person_external_id is not null;
create index ats_new_hires_of_candidate on ats_new_hires (account_id, candidate_id) where candidate_id is not null;

-- Someone of a system and the candidate they may be. Decided ones stay, so that nobody is asked twice.
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
  foreign key (account_id, ats_type, external_id) references ats_people (account_id, ats_type, external_id)
    on delete cascade,
  foreign key (account_id, candidate_id) references candidates (account_id, id) on delete cascade,
  foreign key (account_id, decided_by) references users (account_id, id) on delete set null (decided_by)
);
create index ats_pairs_open on ats_pairs (account_id, created_at desc, id desc) where decision is null;

-- Texts that are to be notes in the systems, each by itself or with the others of its day.
create table ats_notes (
  account_id uuid not null,
  id uuid not null,
  ats_type text not null,
  candidate_id uuid not null,
  message_id uuid not null,
  -- The day of whose summary it is a part, in the account's zone. Null: a note of its own.
  day date,
  -- claimed: it is being written, or may have been. unknown: it may have been written, which can't be looked up. off: the
  -- company wanted no notes then.
  state text not null check (state in ('waiting', 'claimed', 'written', 'unknown', 'refused', 'off')),
  -- What the note is found by: the texts that were claimed together have the same.
  reference text,
  attempts integer not null default 0,
  -- Of a waiting one, when to write it. Of a claimed one, when to look what became of it.
  due_at timestamptz not null,
  claimed_at timestamptz,
  note_id text,
  reason text,
  -- Null while it is open, and of unknown ones.
  settled_at timestamptz,
  primary key (account_id, id),
  unique (account_id, message_id, ats_type),
  foreign key (account_id, candidate_id) references candidates (account_id, id) on delete cascade,
  foreign key (account_id, message_id) references messages (account_id, id) on delete cascade
);
create index ats_notes_open on ats_notes (account_id, ats_type, candidate_id) where state in ('waiting', 'claimed');
create index ats_notes_due on ats_notes (due_at) where state in ('waiting', 'claimed');
create index ats_notes_unknown on ats_notes (account_id, ats_type) where state = 'unknown';
create index ats_notes_old on ats_notes (settled_at) where settled_at is not null;
create index ats_notes_of_candidate on ats_notes (account_id, candidate_id);

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

-- Fields that a person changed here, which no system changes any more.
alter table candidates add column edited_fields text[] not null default '{}';
create index candidates_by_email on candidates (account_id, lower(email)) where email is not null;
create index candidates_by_external_ids on candidates using gin (external_ids jsonb_path_ops) with (fastupdate = off)
  where external_ids <> '{}';
