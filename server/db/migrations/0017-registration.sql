-- An account's registration with the carriers (A2P 10DLC).
create table registrations (
  account_id uuid primary key references accounts (id) on delete cascade,
  -- Our reference at the carrier: what was created there is found again by it.
  reference uuid not null unique,
  state text not null check (state in
    ('draft', 'submitted', 'brandApproved', 'campaignInReview', 'approved', 'rejected', 'suspended')),
  draft jsonb not null,
  sealed_ein text,
  brand_id text,
  campaign_id text,
  rejected_stage text check (rejected_stage in ('brand', 'campaign')),
  findings jsonb not null default '[]',
  -- Grows with every submission, so that what was found out about an earlier one changes nothing.
  submission integer not null default 0,
  -- The submission whose brand the carrier has taken.
  handed_in integer not null default 0,
  changed_at timestamptz not null,
  -- When the carrier is asked next; null: it is our turn, or nobody's.
  look_at timestamptz
);
create index registrations_to_look_at on registrations (look_at) where look_at is not null;

create table registration_changes (
  account_id uuid not null references registrations (account_id) on delete cascade,
  id uuid not null,
  state text not null,
  user_id uuid,
  changed_at timestamptz not null,
  primary key (account_id, id)
);

-- Attached to an approved campaign.
alter table numbers add column registered_at timestamptz;

-- The simulated registrar's own books.
create table simulator.brands (
  reference text primary key,
  id text not null unique,
  legal_name text not null,
  decided_at timestamptz not null
);
create table simulator.campaigns (
  reference text primary key,
  id text not null unique,
  samples text[] not null,
  decided_at timestamptz not null,
  phone_numbers text[] not null default '{}'
);
