-- The sandbox gateway's own world. Hiretext's tables never refer to it: it stands where a real gateway's database is.
create schema sandbox;

-- One row: how far the gateway's clock was moved on.
create table sandbox.clock (
  is_only boolean primary key default true check (is_only),
  ahead_ms bigint not null
);

create table sandbox.customers (
  id text primary key,
  -- Of the buyer's action; repeated with it, it is the same customer.
  key text not null unique,
  account_id text not null,
  name text not null,
  email text not null,
  -- The card that pays.
  card_id text,
  -- Kept for the next invoice.
  credit_cents integer not null default 0 check (credit_cents >= 0),
  created_at timestamptz not null
);

create table sandbox.cards (
  id text primary key,
  -- Null: nobody has it yet.
  customer_id text references sandbox.customers (id),
  name text not null,
  brand text not null,
  last4 text not null,
  exp_month integer not null,
  exp_year integer not null,
  -- What its bank says: yes, no, or no as soon as it is charged.
  -- Another one took its place; it can't be used again.
  is_detached boolean not null default false,
  outcome text not null check (outcome in ('accepted', 'refused', 'declined')),
  created_at timestamptz not null
);
create index sandbox_cards_of_customer on sandbox.cards (customer_id);

create table sandbox.subscriptions (
  id text primary key,
  customer_id text not null references sandbox.customers (id),
  status text not null check (status in ('active', 'pastDue', 'canceled')),
  terms jsonb not null,
  -- Periods are counted from here, so that one from January 31 ends on March 31 again after February 28.
  anchor timestamptz not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  cancel_at_period_end boolean not null default false,
  created_at timestamptz not null
);
create index sandbox_subscriptions_of_customer on sandbox.subscriptions (customer_id, created_at);
create index sandbox_subscriptions_ending on sandbox.subscriptions (period_end) where status <> 'canceled';

create table sandbox.invoices (
  id text primary key,
  customer_id text not null references sandbox.customers (id),
  number text not null unique,
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
  -- When the card is tried again; null: not by itself.
  next_attempt_at timestamptz
);
create index sandbox_invoices_of_customer on sandbox.invoices (customer_id, created_at desc);
create index sandbox_invoices_of_subscription on sandbox.invoices (subscription_id);
create index sandbox_invoices_due on sandbox.invoices (least(next_attempt_at, due_at)) where status = 'open';

-- What was asked for under which key, and what came of it.
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
  -- Exactly as it is posted.
  payload text not null,
  due_at timestamptz not null,
  attempts integer not null default 0
);
create index sandbox_webhooks_due on sandbox.webhooks (due_at, id);
