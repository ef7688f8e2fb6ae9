-- What the server itself remembers: keys of requests, limits, claims, and the log of changes.

-- Who in the company did what to whom, when and from where. Append-only, except for erasure.
create table audit_events (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  actor_id uuid not null,
  -- The name at that time.
  actor_name text not null,
  action text not null,
  -- The person or seat it was done to.
  subject_id uuid,
  -- What the subject was called then.
  subject text,
  details jsonb not null default '{}'::jsonb,
  ip text,
  user_agent text,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index audit_events_by_action on audit_events (account_id, action, created_at desc, id desc);
create index audit_events_by_actor on audit_events (account_id, actor_id, created_at desc, id desc);
create index audit_events_newest on audit_events (account_id, created_at desc, id desc);
-- Staff actions are also in the staff's own log. Finds them when the account or one of its people is erased.
create index audit_events_of_staff on audit_events (((details ->> 'accountId'))) where details ? 'accountId';

create table idempotency_keys (
  account_id uuid not null,
  user_id uuid not null,
  key text not null,
  -- Hash of the route and the request. The same key with a different request is refused.
  fingerprint text not null,
  reply jsonb,
  created_at timestamptz not null default now(),
  primary key (account_id, user_id, key),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Columns, types and order are set by rate-limiter-flexible. expire is in ms since 1970.
create table rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);

-- Work outside our database is claimed first, in its own commit, so a second run of a job doesn't repeat it (decision 40). No
-- account: an act is named after its subject.
create table claims (
  act text primary key,
  claimed_by uuid not null,
  claimed_at timestamptz not null,
  -- When anyone may claim it again. Null: done, never repeated.
  free_at timestamptz
);
create index claims_claimed_at on claims (claimed_at);

-- Used solutions. The row decides which of two simultaneous uses comes first.
create table captcha_solutions (
  hash bytea primary key,
  expires_at timestamptz not null
);
create index captcha_solutions_expires_at on captcha_solutions (expires_at);
