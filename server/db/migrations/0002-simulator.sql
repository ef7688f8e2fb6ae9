-- The simulated carrier's own world. Hiretext's tables never refer to it: it stands where a real carrier's database is.
create schema simulator;

create table simulator.numbers (
  phone_number text primary key,
  id text not null unique,
  -- False: sold to somebody else.
  is_ours boolean not null,
  -- The buyer's own reference; a purchase repeated with it is the same purchase.
  reference text not null,
  inbound_url text not null,
  links_at timestamptz not null,
  is_rejected boolean not null default false
);

create sequence simulator.changes;

create table simulator.messages (
  id text primary key,
  -- The sender's id. Not unique: a text that was handed over twice reaches the phone twice.
  message_id text,
  direction text not null check (direction in ('toCandidate', 'fromCandidate')),
  phone_number text not null,
  business_number text not null,
  body text not null,
  media_urls text[] not null,
  status text not null,
  carrier_code text,
  segments integer not null,
  status_url text,
  created_at timestamptz not null,
  -- Grows with every change, so that an open page can ask for what is new.
  change bigint not null default nextval('simulator.changes')
);
create index simulator_messages_of_phone on simulator.messages (phone_number, created_at desc);
create index simulator_messages_by_message on simulator.messages (message_id) where message_id is not null;
create unique index simulator_messages_by_change on simulator.messages (change);

create table simulator.webhooks (
  id bigint generated always as identity primary key,
  -- Webhooks about one message go out one after the other.
  message_id text not null references simulator.messages (id) on delete cascade,
  url text not null,
  -- What the message's status becomes when this receipt is due; null for an inbound text.
  status text,
  -- Exactly as it is posted, but for the time.
  payload text not null,
  due_at timestamptz not null,
  attempts integer not null default 0
);
create index simulator_webhooks_due on simulator.webhooks (due_at, id);
create index simulator_webhooks_of_message on simulator.webhooks (message_id);

create table simulator.media (
  id uuid primary key,
  content_type text not null,
  bytes bytea not null,
  created_at timestamptz not null
);

-- One row: how the network behaves.
create table simulator.network (
  is_only boolean primary key default true check (is_only),
  behaviour jsonb not null
);
