-- Keys that a person's devices keep and sign in with (WebAuthn). Only the public half is here.
create table passkeys (
  account_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  -- How often it was used, as far as it counts; one that counts backwards is a copy.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index passkeys_by_user on passkeys (account_id, user_id);

-- Directory: whose passkey is this? Asked before anybody has said who they are.
create table passkey_logins (
  credential_id text primary key,
  account_id uuid not null,
  passkey_id uuid not null,
  foreign key (account_id, passkey_id) references passkeys (account_id, id) on delete cascade
);

-- A challenge for a passkey that somebody is making; a newer one replaces the older.
create table passkey_additions (
  account_id uuid not null,
  user_id uuid not null,
  challenge_hash text not null,
  expires_at timestamptz not null,
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);

-- Challenges for those who sign in. Who they are is not known yet, only in which browser they ask.
create table passkey_challenges (
  challenge_hash text primary key,
  browser_hash text not null,
  expires_at timestamptz not null
);
create index passkey_challenges_expires_at on passkey_challenges (expires_at);

-- Browsers in which a person signs in without the second step. Only the hash of what the browser keeps is here.
create table trusted_browsers (
  account_id uuid not null,
  user_id uuid not null,
  token_hash text not null,
  user_agent text,
  created_at timestamptz not null,
  last_used_at timestamptz,
  expires_at timestamptz not null,
  primary key (account_id, user_id, token_hash),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);

-- Everyone has to have a second step, but for those who come by single sign-on: that is the provider's matter.
alter table accounts add column mfa_required boolean not null default false;
alter table sessions add column by_sso boolean not null default false;
