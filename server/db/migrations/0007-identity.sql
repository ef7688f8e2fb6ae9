alter table users
  add column email_verified_at timestamptz,
  add column mfa_enabled boolean not null default false;

-- A code or link that was mailed to a person; a newer one replaces the older. Only its hash is kept.
create table one_time_secrets (
  account_id uuid not null,
  user_id uuid not null,
  purpose text not null check (purpose in ('resetPassword', 'mfa', 'verifyEmail', 'magicLink')),
  -- Null: the password was right and a code is awaited, but none has been mailed yet (mfa).
  secret_hash text,
  tries_left smallint not null check (tries_left >= 0),
  expires_at timestamptz not null,
  primary key (account_id, user_id, purpose),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
