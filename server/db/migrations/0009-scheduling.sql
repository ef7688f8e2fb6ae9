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
  reschedule_requested_at timestamptz,
  -- When the system was last asked about it and had it. Null: entered by hand.
  told_at timestamptz,
  -- When the system first stopped reporting it, which may be an error. Null: reported, or canceled.
  missed_at timestamptz,
  primary key (account_id, id),
  unique (account_id, ats_type, external_id),
  foreign key (account_id, candidate_id) references candidates (account_id, id) on delete cascade,
  check ((ats_type is null) = (external_id is null))
);
create index interviews_by_creator on interviews (account_id, created_by, starts_at) where created_by is not null;
create index interviews_by_start on interviews (account_id, starts_at, id);
create index interviews_of_candidate on interviews (account_id, candidate_id, starts_at);
create index interviews_of_person on interviews (account_id, ats_type, person_external_id) where person_external_id is not null;

-- What calendars and invited people know of an interview booked here.
create table interview_invitations (
  account_id uuid not null,
  interview_id uuid not null,
  user_id uuid not null,
  candidate_id uuid not null,
  -- Written but never read: see email.
  to_candidate boolean not null,
  -- Of the last one sent (RFC 5545).
  sequence integer not null,
  -- Content of the last one sent.
  told jsonb not null,
  is_canceled boolean not null,
  -- The candidate's address, set when the interview is booked. Null: the candidate gets no invitation.
  email text,
  -- Of the last one mailed to the candidate. Null: none was.
  candidate_sequence integer,
  primary key (account_id, interview_id),
  foreign key (account_id, candidate_id) references candidates (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index interview_invitations_of_candidate on interview_invitations (account_id, candidate_id);
create index interview_invitations_of_person on interview_invitations (account_id, user_id);

-- People's connected calendars.
create table calendar_connections (
  account_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  provider text not null check (provider in ('google', 'microsoft', 'caldav', 'ics')),
  -- Hash that recognizes the same calendar when it's connected again.
  identity text not null,
  name text not null,
  -- Credentials and tokens.
  sealed_access text not null,
  -- refused: the provider no longer lets us in.
  state text not null check (state in ('active', 'refused')),
  error_message text,
  connected_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create unique index calendar_connections_of_person on calendar_connections (account_id, user_id, provider, identity);

create table calendar_oauth_states (
  account_id uuid not null references accounts (id) on delete cascade,
  state_hash text not null,
  user_id uuid not null,
  provider text not null,
  browser_hash text not null,
  expires_at timestamptz not null,
  primary key (account_id, state_hash),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index calendar_oauth_states_expired on calendar_oauth_states (expires_at);

-- When a person can be met. No row: the default hours.
create table working_hours (
  account_id uuid not null,
  user_id uuid not null,
  -- [{ day, from, to }], in the person's time zone.
  days jsonb not null,
  minutes_between integer not null,
  earliest_hours integer not null,
  updated_at timestamptz not null,
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);

-- Times a candidate can choose from.
create table time_offers (
  account_id uuid not null,
  id uuid not null,
  -- The person to meet.
  user_id uuid not null,
  candidate_id uuid not null,
  conversation_id uuid not null,
  -- The text that offered the times.
  message_id uuid not null,
  title text not null,
  minutes integer not null,
  location text,
  video_url text,
  interviewers text[] not null,
  send_invitation boolean not null,
  -- The time zone used in the text.
  timezone text not null,
  earliest_hours integer not null,
  status text not null check (status in ('open', 'booking', 'booked', 'declined', 'needsPerson', 'withdrawn', 'expired')),
  -- Number of the time the candidate last chose.
  chosen integer,
  -- When the candidate texted that answer.
  answered_at timestamptz,
  interview_id uuid,
  booked_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Null: not withdrawn, or a person withdrew it.
  withdrawn_because text check (withdrawn_because = 'optedOut'),
  primary key (account_id, id),
  foreign key (account_id, candidate_id) references candidates (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index time_offers_booking on time_offers (answered_at) where status = 'booking';
create index time_offers_expiring on time_offers (expires_at) where status = 'open';
create index time_offers_of_candidate on time_offers (account_id, candidate_id, created_at, id);
create index time_offers_of_person on time_offers (account_id, user_id);

create table offered_times (
  account_id uuid not null,
  offer_id uuid not null,
  -- What the candidate replies with.
  number integer not null,
  user_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Nothing else is offered or booked at this time.
  held boolean not null,
  primary key (account_id, offer_id, number),
  foreign key (account_id, offer_id) references time_offers (account_id, id) on delete cascade
);
create index offered_times_held on offered_times (account_id, user_id, starts_at) where held;

-- Marks a row's candidate. The argument names the column.
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
-- Automatic texts depend on who is in which stage.
create trigger mark_row after insert or delete or update of stage_id, candidate_id on applications for each row execute function
  mark_row('candidate_id');
create trigger mark_row after update of candidate_id on ats_people for each row execute function mark_row('candidate_id');
create trigger mark_row after update of first_name, last_name, phone_number, email, job_title, timezone on candidates for each
  row execute function mark_row('id');
create trigger mark_row after insert or update of assignee_id on conversations for each row execute function
  mark_row('candidate_id');
create trigger mark_row after insert or delete or update of candidate_id, starts_at, timezone, location, video_url,
  interviewers, status, reschedule_requested_at on interviews for each row execute function mark_row('candidate_id');
create trigger mark_row after insert or delete or update on onboardings for each row execute function mark_row('candidate_id');
