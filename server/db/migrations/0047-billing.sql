-- Who pays, at which gateway, and what that one said last. It knows better than these tables; they are what pages are made of.
create table billing_customers (
  account_id uuid not null references accounts (id) on delete cascade,
  vendor text not null,
  customer_id text not null,
  card jsonb,
  -- The card and month of which admins were told that it expires.
  expiry_told text,
  -- Grows with every look at the gateway: what an earlier one brings is dropped.
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
  -- Seats that this period has been paid for, also those given up since.
  paid_quantity integer not null,
  billing text not null check (billing in ('card', 'invoicing')),
  period_start timestamptz not null,
  period_end timestamptz not null,
  cancel_at timestamptz,
  past_due_since timestamptz,
  grace_until timestamptz,
  -- Admins were told that the grace ends.
  grace_told_at timestamptz,
  ended_at timestamptz,
  -- When something falls due by itself; null: nothing does.
  look_at timestamptz,
  primary key (account_id, vendor),
  foreign key (account_id, vendor) references billing_customers (account_id, vendor) on delete cascade
);
create index subscriptions_to_look_at on subscriptions (look_at) where look_at is not null;

-- What is asked of a gateway, committed before it is asked; its id is the key there. What a crash leaves open is done again.
create table billing_actions (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  user_id uuid,
  -- The Idempotency-Key that it came with.
  client_key text,
  -- As it was asked for, and what that comes to.
  request jsonb not null,
  task jsonb not null,
  -- Who, for the log; empty once it is over.
  actor jsonb not null,
  state text not null check (state in ('open', 'done', 'refused')),
  created_at timestamptz not null,
  -- Someone is at it until then.
  held_until timestamptz not null,
  primary key (account_id, id)
);
create unique index billing_actions_one_open on billing_actions (account_id) where state = 'open';
create unique index billing_actions_by_key on billing_actions (account_id, user_id, client_key)
  where client_key is not null and state <> 'refused';

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
  -- The key that it was made with.
  key text,
  subscription_id text,
  -- Admins have its receipt.
  receipt_at timestamptz,
  primary key (account_id, id),
  unique (account_id, vendor, invoice_id),
  foreign key (account_id, vendor) references billing_customers (account_id, vendor) on delete cascade
);
create index billing_invoices_latest on billing_invoices (account_id, vendor, created_at desc, id desc);

-- What the latest nightly comparison of an account has found, for staff.
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
