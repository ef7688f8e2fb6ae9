create table sessions (
  account_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  user_agent text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  by_sso boolean not null default false,
  -- Staff impersonate this person, read-only. Ends with the staff session. No key: staff are in another account.
  staff_account_id uuid,
  staff_user_id uuid,
  staff_session_id uuid,
  key_hash text not null,
  primary key (account_id, id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade,
  check (num_nonnulls(staff_account_id, staff_user_id, staff_session_id) = any (array[0, 3]))
);
-- Swept by age across all accounts. Ended sessions are no longer needed either.
create index sessions_by_end on sessions (LEAST(expires_at, ended_at));
create index sessions_by_user on sessions (account_id, user_id);
create index sessions_of_staff on sessions (staff_account_id, staff_user_id, id) where staff_user_id is not null;

-- A code or link mailed to a person. A newer one replaces it. Only the hash is kept.
create table one_time_secrets (
  account_id uuid not null,
  user_id uuid not null,
  -- authenticator: the password was right and a code from the app is needed. Its secret is given to no one.
  purpose text not null check (purpose in ('resetPassword', 'mfa', 'verifyEmail', 'magicLink', 'authenticator')),
  -- Null: the password was right and a code is needed, but none has been mailed yet (mfa).
  secret_hash text,
  tries_left smallint not null check (tries_left >= 0),
  expires_at timestamptz not null,
  -- One row per browser that asked, so a request from elsewhere replaces nothing. tries_left counts this browser's tries.
  browser_hash text not null default '',
  -- Hashed addresses of tries from other browsers, one entry per try.
  tried_from text[] not null default '{}'::text[],
  primary key (account_id, user_id, purpose, browser_hash),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index one_time_secrets_by_end on one_time_secrets (expires_at);

-- An app on a person's phone that makes sign-in codes (TOTP, RFC 6238). Sealed: anyone with the seed can make the codes.
create table authenticators (
  account_id uuid not null,
  user_id uuid not null,
  sealed_seed text not null,
  started_at timestamptz not null,
  -- Null: not in force, since the person hasn't entered a right code yet.
  confirmed_at timestamptz,
  -- Time step of the last code used. That code and earlier ones are no longer valid (RFC 6238, 5.2).
  last_step bigint,
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade,
  check ((confirmed_at is null) = (last_step is null))
);

-- For people who lost their phone. Each code works once. Only hashes are kept.
create table recovery_codes (
  account_id uuid not null,
  user_id uuid not null,
  code_hash text not null,
  primary key (account_id, user_id, code_hash),
  foreign key (account_id, user_id) references authenticators (account_id, user_id) on delete cascade
);

-- Browsers that skip the second step. Only the token's hash is kept.
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
create index trusted_browsers_by_end on trusted_browsers (expires_at);

-- Keys on a person's devices that they sign in with (WebAuthn). Only the public half is kept.
create table passkeys (
  account_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  -- Signature counter, if the key keeps one. If it goes backward, the key was copied.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index passkeys_by_user on passkeys (account_id, user_id);

-- Directory: passkey to account. Looked up before we know who is signing in.
create table passkey_logins (
  credential_id text primary key,
  account_id uuid not null,
  passkey_id uuid not null,
  foreign key (account_id, passkey_id) references passkeys (account_id, id) on delete cascade
);

-- Challenge for adding a passkey. A newer one replaces it.
create table passkey_additions (
  account_id uuid not null,
  user_id uuid not null,
  challenge_hash text not null,
  expires_at timestamptz not null,
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index passkey_additions_by_end on passkey_additions (expires_at);

-- Sign-in challenges. We know only the browser, not the person.
create table passkey_challenges (
  challenge_hash text primary key,
  browser_hash text not null,
  expires_at timestamptz not null
);
create index passkey_challenges_expires_at on passkey_challenges (expires_at);

-- A second step that staff will remove, after the person has had a day to object.
create table second_step_resets (
  account_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  staff_account_id uuid not null,
  staff_user_id uuid not null,
  staff_name text not null,
  reason text not null,
  due_at timestamptz not null,
  created_at timestamptz not null,
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);

-- How an account's people sign in at its identity provider.
create table single_sign_on (
  account_id uuid primary key references accounts (id) on delete cascade,
  protocol text not null,
  domain text not null,
  -- Put in the domain's DNS to prove that the account owns it.
  domain_token text not null,
  -- OpenID Connect: the issuer. SAML: the entity ID.
  issuer text not null,
  client_id text,
  sealed_client_secret text,
  -- SAML only. Null: the provider uses OpenID Connect.
  sign_in_url text,
  -- PEM. SAML only.
  certificates text[],
  constraint single_sign_on_protocol_check check ( case protocol     when 'oidc' then (client_id is not null and
    sealed_client_secret is not null and sign_in_url is null and certificates is null)     when 'saml' then (sign_in_url is not
    null and (cardinality(certificates) > 0) and client_id is null and sealed_client_secret is null)     else false end)
);

-- Directory: verified email domain to account. Looked up before sign-in, so it isn't keyed by account.
create table sso_domains (
  domain text primary key,
  account_id uuid not null references single_sign_on (account_id) on delete cascade,
  -- People with this email domain can't sign in any other way.
  sso_only boolean not null default false,
  verified_at timestamptz not null,
  unique (account_id)
);

-- A browser on its way to the provider and back.
create table sso_attempts (
  account_id uuid not null references single_sign_on (account_id) on delete cascade,
  state_hash text not null,
  browser_hash text not null,
  sealed_login_hint text not null,
  -- Null: the browser hasn't been sent to the provider yet.
  sealed_checks text,
  expires_at timestamptz not null,
  primary key (account_id, state_hash)
);
create index sso_attempts_by_end on sso_attempts (expires_at);

-- A browser that came back signed in but doesn't have its session yet.
create table sso_codes (
  account_id uuid not null references single_sign_on (account_id) on delete cascade,
  user_id uuid not null,
  code_hash text not null,
  browser_hash text not null,
  expires_at timestamptz not null,
  primary key (account_id, user_id, code_hash),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index sso_codes_by_end on sso_codes (expires_at);

-- People who have signed in with the provider's current setup.
create table sso_sign_ins (
  account_id uuid not null references single_sign_on (account_id) on delete cascade,
  user_id uuid not null,
  signed_in_at timestamptz not null,
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);

-- Accepted assertions, kept until they expire so none is accepted twice.
create table sso_assertions (
  account_id uuid not null references single_sign_on (account_id) on delete cascade,
  assertion_hash text not null,
  expires_at timestamptz not null,
  primary key (account_id, assertion_hash)
);
create index sso_assertions_by_end on sso_assertions (expires_at);
