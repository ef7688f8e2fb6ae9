-- Texting from a landline or office number that a company already has: an order at the carrier for each try.
create table hosting_orders (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  seat_id uuid not null,
  user_id uuid not null,
  phone_number text not null,
  carrier text not null,
  -- Null until the carrier has said that it took the order.
  carrier_order_id text,
  state text not null check (state in ('verifying', 'signing', 'reviewing', 'linked', 'rejected', 'withdrawn')),
  owner jsonb not null,
  -- Where the carrier writes to.
  email text not null,
  -- What the person has to press on the phone, where that is how the carrier does it.
  code_to_type text,
  code_sent_at timestamptz,
  code_tries integer not null default 0,
  letter_handed_in boolean not null default false,
  needs_carrier_letter boolean not null default false,
  rejection text,
  number_id uuid,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, seat_id) references seats (account_id, id) on delete cascade
);
create index hosting_orders_of_seat on hosting_orders (account_id, seat_id, created_at desc);
create unique index hosting_orders_one_open on hosting_orders (account_id, seat_id)
  where state in ('verifying', 'signing', 'reviewing');

-- Directory: who is just setting this number up? The claim stays until the carrier has let go of the order.
create table hosting_claims (
  phone_number text primary key,
  account_id uuid not null,
  order_id uuid not null,
  foreign key (account_id, order_id) references hosting_orders (account_id, id) on delete cascade
);

create table hosting_letters (
  account_id uuid not null,
  order_id uuid not null,
  name text not null,
  title text not null,
  signature text not null,
  signed_by uuid not null,
  ip text,
  signed_at timestamptz not null,
  -- The PDF as it was signed.
  content bytea not null,
  primary key (account_id, order_id),
  foreign key (account_id, order_id) references hosting_orders (account_id, id) on delete cascade
);

create table hosting_bills (
  account_id uuid not null,
  order_id uuid not null,
  content bytea not null,
  uploaded_at timestamptz not null,
  primary key (account_id, order_id),
  foreign key (account_id, order_id) references hosting_orders (account_id, id) on delete cascade
);

-- Its calls stay with the phone company.
alter table numbers add column is_hosted boolean not null default false;

-- The simulated carrier's own books.
create table simulator.hosting_orders (
  id text primary key,
  phone_number text not null,
  company text not null,
  inbound_url text not null,
  code text,
  code_way text,
  code_sent_at timestamptz,
  is_proven boolean not null default false,
  decides_at timestamptz,
  is_withdrawn boolean not null default false,
  created_at timestamptz not null
);
