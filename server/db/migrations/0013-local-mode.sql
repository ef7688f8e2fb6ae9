-- What local mode has instead of vendors: a simulated carrier, an outbox for mails and a sandbox for payments.

create schema outbox;

create schema sandbox;

create schema simulator;

create sequence simulator.changes;

-- One row: how the network behaves.
create table simulator.network (
  is_only boolean primary key default true check (is_only),
  behavior jsonb not null
);

create table simulator.numbers (
  phone_number text primary key,
  id text not null,
  -- False: sold to someone else.
  is_ours boolean not null,
  -- The buyer's reference. Buying again with it is the same purchase.
  reference text not null,
  inbound_url text not null,
  links_at timestamptz not null,
  is_rejected boolean not null default false,
  calls_url text,
  calls_ended_url text,
  unique (id)
);

create table simulator.messages (
  id text primary key,
  -- The sender's ID. Not unique: a text handed over twice reaches the phone twice.
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
  -- Increases with every change, so an open page can ask for what's new.
  change bigint not null default nextval('simulator.changes'::regclass)
);
create unique index simulator_messages_by_change on simulator.messages (change);
create index simulator_messages_by_message on simulator.messages (message_id) where message_id is not null;
create index simulator_messages_of_phone on simulator.messages (phone_number, created_at desc);

create table simulator.media (
  id uuid primary key,
  content_type text not null,
  bytes bytea not null,
  created_at timestamptz not null
);

create table simulator.calls (
  id text primary key,
  -- Null: caller ID withheld.
  phone_number text,
  business_number text not null,
  -- Shown on the caller's phone.
  state text not null check (state in ('ringing', 'screening', 'talking', 'voicemail', 'ended')),
  -- Everything said to either side, in order.
  heard jsonb not null,
  -- Instructions from the app that aren't done yet.
  step jsonb not null,
  talking_since timestamptz,
  created_at timestamptz not null
);
create index simulator_calls_of_phone on simulator.calls (phone_number, created_at desc);

-- Records of the simulated carrier.
create table simulator.landline_orders (
  id text not null,
  phone_number text not null,
  company text not null,
  inbound_url text not null,
  code text,
  code_way text,
  code_sent_at timestamptz,
  is_proven boolean not null default false,
  decides_at timestamptz,
  is_withdrawn boolean not null default false,
  created_at timestamptz not null,
  constraint hosting_orders_pkey primary key (id)
);

-- Records of the simulated registrar.
create table simulator.brands (
  reference text primary key,
  id text not null,
  legal_name text not null,
  decided_at timestamptz not null,
  unique (id)
);

create table simulator.campaigns (
  reference text primary key,
  id text not null,
  samples text[] not null,
  decided_at timestamptz not null,
  phone_numbers text[] not null default '{}'::text[],
  unique (id)
);

create table simulator.webhooks (
  id bigint generated always as identity primary key,
  -- Webhooks about one message go out one at a time.
  message_id text not null references simulator.messages (id) on delete cascade,
  url text not null,
  -- The message's status once this receipt is due. Null: an inbound text.
  status text,
  -- Exactly as posted, except for the time.
  payload text not null,
  due_at timestamptz not null,
  attempts integer not null default 0
);
create index simulator_webhooks_due on simulator.webhooks (due_at, id);
create index simulator_webhooks_of_message on simulator.webhooks (message_id);

create table outbox.mails (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  sent_at timestamptz not null,
  -- Null: replies go to the sender.
  reply_to text,
  -- The mail's calendar invitation (iCalendar).
  calendar jsonb
);
create index outbox_mails_newest on outbox.mails (sent_at desc, id desc);

-- One row: how far the gateway's clock was moved forward.
create table sandbox.clock (
  is_only boolean primary key default true check (is_only),
  ahead_ms bigint not null
);

create table sandbox.customers (
  id text primary key,
  -- Key of the buyer's action. Repeating it returns the same customer.
  key text not null,
  account_id text not null,
  name text not null,
  email text not null,
  -- The card that pays.
  card_id text,
  -- Applied to the next invoice.
  credit_cents integer not null default 0 check (credit_cents >= 0),
  created_at timestamptz not null,
  unique (key)
);

create table sandbox.cards (
  id text primary key,
  -- Null: not attached yet.
  customer_id text references sandbox.customers (id),
  name text not null,
  brand text not null,
  last4 text not null,
  exp_month integer not null,
  exp_year integer not null,
  -- Replaced by another card, can't be used again.
  is_detached boolean not null default false,
  -- The bank's answer: accepted, refused, or declined once it's charged.
  outcome text not null check (outcome in ('accepted', 'refused', 'declined')),
  created_at timestamptz not null
);
create index sandbox_cards_of_customer on sandbox.cards (customer_id);

create table sandbox.subscriptions (
  id text primary key,
  customer_id text not null references sandbox.customers (id),
  status text not null check (status in ('active', 'pastDue', 'canceled')),
  terms jsonb not null,
  -- Periods count from here, so one that starts on January 31 ends on March 31 again after February 28.
  anchor timestamptz not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  cancel_at_period_end boolean not null default false,
  created_at timestamptz not null
);
create index sandbox_subscriptions_ending on sandbox.subscriptions (period_end) where status <> 'canceled';
create index sandbox_subscriptions_of_customer on sandbox.subscriptions (customer_id, created_at);

create table sandbox.invoices (
  id text primary key,
  customer_id text not null references sandbox.customers (id),
  number text not null,
  status text not null check (status in ('open', 'paid', 'void', 'uncollectible')),
  description text not null,
  lines jsonb not null,
  credit_cents integer not null,
  amount_cents integer not null check (amount_cents >= 0),
  currency text not null,
  key text,
  subscription_id text references sandbox.subscriptions (id),
  created_at timestamptz not null,
  due_at timestamptz,
  paid_at timestamptz,
  attempts integer not null default 0,
  -- When the card is charged again. Null: no automatic retry.
  next_attempt_at timestamptz,
  unique (number)
);
create index sandbox_invoices_due on sandbox.invoices (LEAST(next_attempt_at, due_at)) where status = 'open';
create index sandbox_invoices_of_customer on sandbox.invoices (customer_id, created_at desc);
create index sandbox_invoices_of_subscription on sandbox.invoices (subscription_id);

-- Requests by key, and their outcome.
create table sandbox.actions (
  customer_id text not null references sandbox.customers (id),
  key text not null,
  method text not null,
  request jsonb not null,
  subject_id text,
  refusal text,
  primary key (customer_id, key, method)
);

create table sandbox.webhooks (
  id bigint generated always as identity primary key,
  -- Exactly as posted.
  payload text not null,
  due_at timestamptz not null,
  attempts integer not null default 0
);
create index sandbox_webhooks_due on sandbox.webhooks (due_at, id);
