-- in steps
-- To find texts by their words (decision 86).

-- step
-- The time of an account, cut where so many texts were found in it: a text is in the one with the latest start before it.
create table if not exists search_buckets (
  account_id uuid not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  starts_at timestamptz not null,
  -- Texts that were put into it.
  texts integer not null,
  first_at timestamptz,
  last_at timestamptz,
  primary key (account_id, id)
);

-- step
create table if not exists message_search (
  account_id uuid not null,
  message_id uuid not null,
  conversation_id uuid not null,
  created_at timestamptz not null,
  bucket_id bigint not null,
  -- What the terms were made for: a text that may still change, one that failed, or any other.
  state text not null check (state in ('unsent', 'failed', 'settled')),
  -- Each begins with its bucket.
  terms tsvector not null,
  primary key (account_id, message_id),
  foreign key (account_id, message_id) references messages (account_id, id) on delete cascade
);
create index if not exists message_search_of_conversation on message_search (account_id, conversation_id);
-- Written by one job, which can wait; a list of pending entries would be read by each search.
create index if not exists message_search_by_term on message_search using gin (terms) with (fastupdate = off);

-- step
-- How far live_events have been turned into terms; as figure_position.
create table if not exists search_position (
  singleton boolean primary key default true check (singleton),
  moved_at timestamptz not null,
  seen pg_snapshot not null,
  reading pg_snapshot,
  read_xact xid8,
  read_id bigint
);
insert into search_position (seen, moved_at) values (pg_current_snapshot(), now()) on conflict do nothing;

-- step
-- Accounts whose earlier texts aren't all found yet.
create table if not exists search_backfills (
  account_id uuid primary key references accounts (id) on delete cascade,
  -- Those from here on are done. Null: none yet.
  before_id uuid
);
insert into search_backfills (account_id) select id from accounts on conflict do nothing;

-- step
-- The threads of a seat.
create index concurrently if not exists conversations_of_seat on conversations (account_id, seat_id);
