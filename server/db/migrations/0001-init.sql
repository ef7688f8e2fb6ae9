-- Every tenant table has account_id first in its primary key and unique keys, so that the same schema can be
-- distributed by account. The few tables without one are directories that lead to the account.

create table accounts (
  id uuid primary key,
  name text not null,
  type text not null check (type in ('none', 'personal', 'team', 'rectxt')),
  plan_type text not null check (plan_type in ('free', 'payg', 'monthly', 'annual')),
  created_at timestamptz not null default now()
);

create table users (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  user_type text not null check (user_type in ('admin', 'member')),
  first_name text not null,
  last_name text not null,
  email text not null,
  password_hash text not null,
  phone_number text,
  timezone text not null,
  undo_seconds smallint not null default 5 check (undo_seconds between 0 and 30),
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);

-- Directory: whose address is this? Lower-cased.
create table logins (
  email text primary key,
  account_id uuid not null,
  user_id uuid not null,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);

create table sessions (
  account_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  user_agent text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index sessions_by_user on sessions (account_id, user_id);

create table seats (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  status text not null check (status in ('used', 'available', 'pendingInvitation', 'rectxt')),
  seat_role text not null check (seat_role in ('recruiter', 'hiringManager')),
  seat_type text not null check (seat_type in ('texter', 'nonTexter')),
  tags text[] not null default '{}',
  user_id uuid,
  pending_email text,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, user_id) references users (account_id, id),
  check ((status = 'used') = (user_id is not null))
);
create unique index seats_one_per_user on seats (account_id, user_id) where user_id is not null;

create table numbers (
  account_id uuid not null,
  id uuid not null,
  seat_id uuid not null,
  phone_number text not null,
  carrier text not null,
  carrier_number_id text,
  link_status text not null check (link_status in ('linking', 'linked', 'rejected')),
  created_at timestamptz not null default now(),
  linked_at timestamptz,
  primary key (account_id, id),
  unique (account_id, seat_id),
  unique (account_id, phone_number),
  foreign key (account_id, seat_id) references seats (account_id, id) on delete cascade
);

-- Directory: whose business number is this?
create table number_directory (
  phone_number text primary key,
  account_id uuid not null,
  number_id uuid not null,
  foreign key (account_id, number_id) references numbers (account_id, id) on delete cascade
);

create table candidates (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  first_name text not null,
  last_name text not null,
  phone_number text not null,
  email text,
  job_title text,
  timezone text,
  tags text[] not null default '{}',
  external_ids jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, phone_number)
);
create index candidates_newest on candidates (account_id, created_at desc, id desc);

-- The words a candidate is found by: a prefix search is one range of this key, whatever the account's size.
create table candidate_terms (
  account_id uuid not null,
  term text collate "C" not null,
  candidate_id uuid not null,
  primary key (account_id, term, candidate_id),
  foreign key (account_id, candidate_id) references candidates (account_id, id) on delete cascade
);
create index candidate_terms_by_candidate on candidate_terms (account_id, candidate_id, term);

-- Consent belongs to the phone number, not to a candidate: it outlives the candidate's record.
create table opt_outs (
  account_id uuid not null references accounts (id) on delete cascade,
  phone_number text not null,
  -- keyword: the candidate texted an opt-out word. reviewed: the candidate's own words, confirmed by a person.
  -- carrier: the carrier refused a text because of an opt-out that it knows of.
  source text not null check (source in ('keyword', 'reviewed', 'carrier')),
  opted_out_at timestamptz not null,
  primary key (account_id, phone_number)
);

-- What happened to a number's consent, in the candidate's words; never changed, only added to.
create table consent_events (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  phone_number text not null,
  change text not null check (change in ('optedOut', 'optedIn')),
  source text not null check (source in ('keyword', 'reviewed', 'carrier')),
  wording text,
  actor_user_id uuid,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index consent_events_by_number on consent_events (account_id, phone_number, created_at desc);

create table conversations (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  seat_id uuid not null,
  candidate_id uuid not null,
  assignee_id uuid,
  last_message_id uuid,
  last_message_at timestamptz not null,
  last_inbound_at timestamptz,
  unread_count integer not null default 0 check (unread_count >= 0),
  waiting_since timestamptz,
  archived_at timestamptz,
  held_message_id uuid,
  held_at timestamptz,
  primary key (account_id, id),
  unique (account_id, candidate_id, seat_id),
  foreign key (account_id, seat_id) references seats (account_id, id),
  foreign key (account_id, candidate_id) references candidates (account_id, id) on delete cascade
);
-- One index for each filter of the inbox, for one person and for the whole account.
create index inbox_all on conversations (account_id, assignee_id, last_message_at desc, id desc)
  where archived_at is null;
create index inbox_unread on conversations (account_id, assignee_id, last_message_at desc, id desc)
  where archived_at is null and unread_count > 0;
create index inbox_waiting on conversations (account_id, assignee_id, last_message_at desc, id desc)
  where archived_at is null and waiting_since is not null;
create index inbox_archived on conversations (account_id, assignee_id, last_message_at desc, id desc)
  where archived_at is not null;
create index account_inbox_all on conversations (account_id, last_message_at desc, id desc)
  where archived_at is null;
create index account_inbox_unread on conversations (account_id, last_message_at desc, id desc)
  where archived_at is null and unread_count > 0;
create index account_inbox_waiting on conversations (account_id, last_message_at desc, id desc)
  where archived_at is null and waiting_since is not null;
create index account_inbox_archived on conversations (account_id, last_message_at desc, id desc)
  where archived_at is not null;

create table messages (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  conversation_id uuid not null,
  direction text not null check (direction in ('inbound', 'outbound')),
  body text not null,
  status text not null check (status in
    ('scheduled', 'queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed', 'unknown', 'canceled', 'received')),
  segments integer not null,
  number_id uuid not null,
  candidate_number text not null,
  sender_id uuid,
  -- A confirmation of an opt-out, an answer to HELP: goes out whatever the candidate's consent says.
  is_automatic boolean not null default false,
  -- What the candidate just wrote makes an answer welcome, whatever the hour.
  answers_message_at timestamptz,
  carrier_id text,
  carrier_code text,
  error_code text,
  attempts smallint not null default 0,
  created_at timestamptz not null,
  scheduled_at timestamptz,
  -- Not handed to the carrier before this.
  send_after timestamptz,
  claimed_at timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, conversation_id) references conversations (account_id, id) on delete cascade
);
create index messages_of_conversation on messages (account_id, conversation_id, created_at desc, id desc);
create unique index messages_by_carrier_id on messages (account_id, carrier_id) where carrier_id is not null;
-- The queue of one number, in order.
create index messages_to_send on messages (account_id, number_id, send_after, id)
  where status in ('scheduled', 'queued');
-- Texts whose number has no job although they are due, and texts whose outcome got lost: swept over all accounts.
create index messages_due on messages (send_after) where status in ('scheduled', 'queued');
create index messages_unsettled on messages (claimed_at) where status in ('sending', 'unknown') and carrier_id is null;

create table media (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  message_id uuid,
  position smallint not null default 0,
  status text not null check (status in ('pending', 'stored', 'refused')),
  content_type text not null,
  bytes integer,
  -- Where the carrier keeps it, until it is stored here.
  carrier_url text,
  uploaded_by uuid,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, message_id) references messages (account_id, id) on delete cascade
);
create index media_of_message on media (account_id, message_id, position) where message_id is not null;

-- What carriers have told us, stored before it is answered and removed when it has been worked in. A message's own
-- unique carrier id makes working it in twice harmless.
create table carrier_events (
  id bigint generated always as identity primary key,
  carrier text not null,
  -- From the address that the carrier called: which message a receipt is for.
  account_id uuid,
  message_id uuid,
  payload jsonb not null,
  attempts integer not null default 0,
  retry_at timestamptz not null default now(),
  last_error text,
  received_at timestamptz not null default now()
);

-- What browsers are told of. Readers go by (xact, id) below the oldest running transaction, so that no event is
-- overtaken by one that got its number later and committed sooner.
create table live_events (
  account_id uuid not null,
  xact xid8 not null default pg_current_xact_id(),
  id bigint generated always as identity,
  kind text not null check (kind in ('message.created', 'message.updated', 'conversation.updated', 'seat.updated')),
  -- The seat for seat.updated, the conversation otherwise.
  subject_id uuid not null,
  message_id uuid,
  created_at timestamptz not null default now(),
  primary key (account_id, xact, id)
);
create index live_events_in_order on live_events (xact, id);
create index live_events_by_age on live_events (created_at);

create table idempotency_keys (
  account_id uuid not null,
  user_id uuid not null,
  key text not null,
  -- Hash of the route and the request: the same key with another request is refused.
  fingerprint text not null,
  reply jsonb,
  created_at timestamptz not null default now(),
  primary key (account_id, user_id, key),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
