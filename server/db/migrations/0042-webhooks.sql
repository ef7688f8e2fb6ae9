-- Where the company's other software hears of events (decision 99).
create table webhook_endpoints (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  url text not null,
  -- '*': all.
  types text[] not null,
  description text,
  -- Whether texts come with their words.
  include_bodies boolean not null default false,
  status text not null default 'active' check (status in ('active', 'disabled')),
  disabled_reason text check (disabled_reason in ('gone', 'failing', 'person')),
  sealed_secret text not null,
  -- Signs too, until then.
  sealed_old_secret text,
  rotated_until timestamptz,
  -- Since when no attempt has succeeded. Null: the last one did, or there was none.
  failing_since timestamptz,
  -- When the admins were mailed that it will be turned off.
  warned_at timestamptz,
  -- What is sent again: events after the one and up to the other, a part at a time.
  replay_after uuid,
  replay_until uuid,
  created_at timestamptz not null,
  primary key (account_id, id)
);

-- One for each event and endpoint. No key to the endpoint: what one leaves behind is swept by its age.
create table webhook_deliveries (
  account_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  id uuid not null default gen_random_uuid(),
  type text not null,
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  -- Attempts since it was last sent from the beginning; which wait comes next follows from it.
  tries smallint not null default 0,
  -- First attempts go in the order of events, so theirs is before all times.
  next_attempt_at timestamptz not null default '-infinity',
  -- When, what came back, how long it took, and the first KB.
  attempts jsonb not null default '[]'::jsonb,
  created_at timestamptz not null default now(),
  primary key (account_id, endpoint_id, event_id),
  unique (account_id, id)
);
create index webhook_deliveries_due on webhook_deliveries (account_id, endpoint_id, next_attempt_at, event_id) where status = 'waiting';
create index webhook_deliveries_failed on webhook_deliveries (account_id, endpoint_id, event_id desc) where status = 'failed';
-- Swept by age.
create index webhook_deliveries_by_age on webhook_deliveries (created_at);
