-- Software of others that companies connect (decision 104). It has no secret: each sign-in brings its own proof (PKCE).
create table oauth_apps (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  name text not null,
  redirect_uris text[] not null,
  -- Any company may connect it. Otherwise only the one that added it.
  for_everyone boolean not null default false,
  created_at timestamptz not null,
  primary key (account_id, id),
  -- Apps name themselves by it alone.
  unique (id)
);

-- An app that someone connected is a key of theirs without a secret. Its tokens name the key.
alter table api_keys
  add column app_account_id uuid,
  add column app_id uuid,
  -- What its tokens are for: the API or MCP.
  add column resource text,
  alter column secret_hash drop not null,
  add foreign key (app_account_id, app_id) references oauth_apps (account_id, id) on delete cascade,
  add check (app_id is null or secret_hash is null),
  add check ((app_id is null) = (app_account_id is null) and (app_id is null) = (resource is null));
create index api_keys_of_app on api_keys (app_account_id, app_id) where app_id is not null;
-- Those of apps are swept.
create index api_keys_of_apps_by_end on api_keys ((case when app_id is not null then expires_at end));

-- Requests to connect, codes and tokens, found by the hash of what is brought. A request belongs to no one until it's allowed.
create table oauth_records (
  hash text primary key,
  kind text not null,
  account_id uuid,
  key_id uuid,
  record jsonb not null,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  foreign key (account_id, key_id) references api_keys (account_id, id) on delete cascade,
  check ((account_id is null) = (key_id is null))
);
create index oauth_records_of_key on oauth_records (account_id, key_id) where key_id is not null;
create index oauth_records_by_end on oauth_records (expires_at);
