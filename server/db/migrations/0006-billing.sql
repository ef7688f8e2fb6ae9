-- Who pays, at which gateway, and what it last told us. A copy that pages are built from: the gateway is authoritative.
create table billing_customers (
  account_id uuid not null references accounts (id) on delete cascade,
  vendor text not null,
  customer_id text not null,
  card jsonb,
  -- Card and month of the last expiry warning to admins.
  expiry_told text,
  -- Increases with each look at the gateway, so results of an earlier look are dropped.
  looks bigint not null default 0,
  primary key (account_id, vendor),
  unique (vendor, customer_id)
);

create table subscriptions (
  account_id uuid not null,
  vendor text not null,
  subscription_id text not null,
  status text not null check (status in ('active', 'pastDue', 'canceled')),
  price text not null,
  quantity integer not null,
  -- Seats paid for this period, including those given up since.
  paid_quantity integer not null,
  billing text not null check (billing in ('card', 'invoicing')),
  period_start timestamptz not null,
  period_end timestamptz not null,
  cancel_at timestamptz,
  past_due_since timestamptz,
  grace_until timestamptz,
  -- When admins were warned that grace ends.
  grace_told_at timestamptz,
  ended_at timestamptz,
  -- When something is due without a webhook. Null: nothing is.
  look_at timestamptz,
  -- The smaller plan that begins when the period ends.
  next_plan jsonb,
  -- The subscription that was canceled because its account will be deleted. Restored if the account is kept in time.
  canceled_with_account text,
  primary key (account_id, vendor),
  foreign key (account_id, vendor) references billing_customers (account_id, vendor) on delete cascade
);
create index subscriptions_to_look_at on subscriptions (look_at) where look_at is not null;

-- Requests to a gateway, committed before they're sent. The ID is the key there. A crash leaves them open, and they're repeated.
create table billing_actions (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  user_id uuid,
  -- The request's Idempotency-Key.
  client_key text,
  -- As requested.
  request jsonb not null,
  -- What the request comes to at the gateway.
  task jsonb not null,
  -- For the audit log. Cleared when the action is over.
  actor jsonb not null,
  state text not null check (state in ('open', 'done', 'refused')),
  created_at timestamptz not null,
  -- A process is working on it until then.
  held_until timestamptz not null,
  primary key (account_id, id)
);
create unique index billing_actions_by_key on billing_actions (account_id, user_id, client_key)
  where client_key is not null and state <> 'refused';
create unique index billing_actions_one_open on billing_actions (account_id) where state = 'open';

create table billing_invoices (
  account_id uuid not null,
  id uuid not null,
  vendor text not null,
  invoice_id text not null,
  number text not null,
  status text not null check (status in ('open', 'paid', 'void', 'uncollectible')),
  description text not null,
  amount_cents integer not null,
  currency text not null,
  created_at timestamptz not null,
  due_at timestamptz,
  paid_at timestamptz,
  -- The key it was created with.
  key text,
  subscription_id text,
  -- When admins got the receipt.
  receipt_at timestamptz,
  primary key (account_id, id),
  unique (account_id, vendor, invoice_id),
  foreign key (account_id, vendor) references billing_customers (account_id, vendor) on delete cascade
);
create index billing_invoices_latest on billing_invoices (account_id, vendor, created_at desc, id desc);

-- Results of an account's latest nightly comparison, for staff.
create table billing_differences (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  kind text not null,
  subject text not null,
  here text not null,
  there text not null,
  repaired boolean not null,
  found_at timestamptz not null,
  primary key (account_id, id)
);

-- Ledger of texts bought and sent. A correction is two new rows: one takes the old value back, one has the new value.
create table usage_entries (
  account_id uuid not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('purchase', 'reserve', 'settle', 'release', 'count')),
  -- Bought segments: + adds, - uses. The balance is their sum.
  segments integer not null,
  -- Segments that count as sent at used_at. A release subtracts them at the same time.
  used integer not null default 0,
  used_at timestamptz,
  message_id uuid,
  source_id text,
  created_at timestamptz not null,
  -- Included in the sum in usage_closings.
  closed boolean not null default false,
  expires_at timestamptz,
  primary key (account_id, id),
  check ((used = 0) = (used_at is null))
);
create index usage_entries_due on usage_entries (expires_at) where expires_at is not null;
create index usage_entries_message on usage_entries (account_id, message_id) where message_id is not null;
create index usage_entries_open on usage_entries (account_id) include (segments) where not closed and segments <> 0;
create unique index usage_entries_source on usage_entries (account_id, source_id) where source_id is not null;
create index usage_entries_used on usage_entries (account_id, used_at) include (used) where used <> 0;

-- One row per account that ever bought texts. Lock it to take from the balance.
create table usage_closings (
  account_id uuid primary key,
  -- Sum of the closed entries, so the balance doesn't need all of them.
  segments bigint not null default 0,
  closed_at timestamptz
);
