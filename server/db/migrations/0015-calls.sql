-- A call stands in the thread as a message without words. Null: a text.
alter table messages
  add column call_outcome text check (call_outcome in ('missed', 'voicemail', 'answered')),
  -- How long they spoke, or the length of the voicemail.
  add column call_seconds integer,
  add check (call_outcome is null or (direction = 'inbound' and body = '' and status = 'received'));

alter table users
  add column call_forwarding_hours text not null default 'always'
    check (call_forwarding_hours in ('always', 'businessHours'));

-- What is known of a call to a business number. Its carrier's id makes hearing of it twice harmless.
create table calls (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  carrier_call_id text not null,
  number_id uuid not null,
  seat_id uuid not null,
  business_number text not null,
  -- Null: withheld.
  caller text,
  -- Where it rings; null when nobody's phone does.
  forwarded_to text,
  status text not null check (status in ('ringing', 'missed', 'voicemail', 'answered')),
  accepted_at timestamptz,
  seconds integer,
  -- Its place in the thread, once it is known what became of it; goes with the candidate.
  message_id uuid,
  started_at timestamptz not null,
  ended_at timestamptz,
  primary key (account_id, id),
  unique (account_id, carrier_call_id),
  foreign key (account_id, seat_id) references seats (account_id, id) on delete cascade,
  foreign key (account_id, message_id) references messages (account_id, id) on delete cascade
);
create index calls_by_message on calls (account_id, message_id) where message_id is not null;
-- Calls whose end got lost, swept over all accounts.
create index calls_ringing on calls (started_at) where status = 'ringing';

-- Where the carrier was told to ask about calls; differs from today's address until it is told.
alter table numbers add column calls_url text;
create index numbers_by_calls_url on numbers (calls_url) where link_status = 'linked';

alter table simulator.numbers add column calls_url text, add column calls_ended_url text;

create table simulator.calls (
  id text primary key,
  -- Null: withheld.
  phone_number text,
  business_number text not null,
  -- What the caller's phone shows.
  state text not null check (state in ('ringing', 'screening', 'talking', 'voicemail', 'ended')),
  -- What has been said to either side, in order.
  heard jsonb not null,
  -- What the app has said to do, and is not done yet.
  step jsonb not null,
  talking_since timestamptz,
  created_at timestamptz not null
);
create index simulator_calls_of_phone on simulator.calls (phone_number, created_at desc);
