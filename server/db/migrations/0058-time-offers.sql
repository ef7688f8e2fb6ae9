-- When a person can be met. Without a row, the usual hours.
create table working_hours (
  account_id uuid not null,
  user_id uuid not null,
  -- [{ day, from, to }], by the person's own clock.
  days jsonb not null,
  minutes_between integer not null,
  earliest_hours integer not null,
  updated_at timestamptz not null,
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);

-- Times that a candidate was asked to choose from.
create table time_offers (
  account_id uuid not null,
  id uuid not null,
  -- Whose times they are.
  user_id uuid not null,
  candidate_id uuid not null,
  conversation_id uuid not null,
  -- The text with which they were offered.
  message_id uuid not null,
  title text not null,
  minutes integer not null,
  location text,
  video_url text,
  interviewers text[] not null,
  send_invitation boolean not null,
  -- In which the candidate was told the times.
  timezone text not null,
  earliest_hours integer not null,
  status text not null check (status in ('open', 'booking', 'booked', 'declined', 'needsPerson', 'withdrawn', 'expired')),
  -- Which the candidate chose last, and when they wrote so.
  chosen integer,
  answered_at timestamptz,
  interview_id uuid,
  booked_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade,
  foreign key (account_id, candidate_id) references candidates (account_id, id) on delete cascade
);
create index time_offers_of_candidate on time_offers (account_id, candidate_id, created_at, id);
create index time_offers_of_person on time_offers (account_id, user_id);
create index time_offers_expiring on time_offers (expires_at) where status = 'open';
create index time_offers_booking on time_offers (answered_at) where status = 'booking';

create table offered_times (
  account_id uuid not null,
  offer_id uuid not null,
  -- What the candidate answers with.
  number integer not null,
  user_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Nothing else is offered or booked then.
  held boolean not null,
  primary key (account_id, offer_id, number),
  foreign key (account_id, offer_id) references time_offers (account_id, id) on delete cascade
);
create index offered_times_held on offered_times (account_id, user_id, starts_at) where held;

-- What calendars and invited people know of an interview that was booked here.
create table interview_invitations (
  account_id uuid not null,
  interview_id uuid not null,
  user_id uuid not null,
  candidate_id uuid not null,
  -- The candidate gets it by mail.
  to_candidate boolean not null,
  -- Of the last that was sent (RFC 5545).
  sequence integer not null,
  -- What the last one said.
  told jsonb not null,
  is_canceled boolean not null,
  primary key (account_id, interview_id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade,
  foreign key (account_id, candidate_id) references candidates (account_id, id) on delete cascade
);
create index interview_invitations_of_candidate on interview_invitations (account_id, candidate_id);
create index interview_invitations_of_person on interview_invitations (account_id, user_id);
create index interviews_by_creator on interviews (account_id, created_by, starts_at) where created_by is not null;

-- What a mail invites to (iCalendar), in local mode.
alter table outbox.mails add column calendar jsonb;
