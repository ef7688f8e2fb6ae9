-- How the people of an account sign in at its identity provider.
create table single_sign_on (
  account_id uuid primary key references accounts (id) on delete cascade,
  protocol text not null check (protocol in ('oidc')),
  domain text not null,
  -- Stands in the domain's DNS to show that it is the account's.
  domain_token text not null,
  issuer text not null,
  client_id text not null,
  sealed_client_secret text not null
);

-- Whose a verified e-mail domain is: found before anybody has signed in, so it is not kept by account.
create table sso_domains (
  domain text primary key,
  account_id uuid not null unique references single_sign_on (account_id) on delete cascade,
  -- People with such an e-mail address can't sign in otherwise.
  sso_only boolean not null default false,
  verified_at timestamptz not null
);

-- A browser on its way to the provider and back.
create table sso_attempts (
  account_id uuid not null references single_sign_on (account_id) on delete cascade,
  state_hash text not null,
  browser_hash text not null,
  sealed_login_hint text not null,
  -- Null until the browser has been sent to the provider.
  sealed_checks text,
  expires_at timestamptz not null,
  primary key (account_id, state_hash)
);

-- A browser that came back as somebody, and has not got its session yet.
create table sso_codes (
  account_id uuid not null references single_sign_on (account_id) on delete cascade,
  user_id uuid not null,
  code_hash text not null,
  browser_hash text not null,
  expires_at timestamptz not null,
  primary key (account_id, user_id, code_hash),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);

-- Who got in with the provider as it is set up now.
create table sso_sign_ins (
  account_id uuid not null references single_sign_on (account_id) on delete cascade,
  user_id uuid not null,
  signed_in_at timestamptz not null,
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
