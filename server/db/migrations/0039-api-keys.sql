-- What other software calls the API with. A key has the rights that its owner has at the time of the call.
create table api_keys (
  account_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  name text not null,
  mode text not null check (mode in ('live', 'test')),
  scopes text[] not null,
  -- Networks that it may be used from. Empty: anywhere.
  addresses text[] not null default '{}',
  -- The date of the API's version that it was made with.
  version text not null,
  secret_hash text not null,
  -- The one before it, which is taken until then.
  old_secret_hash text,
  rotated_until timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  primary key (account_id, id),
  -- A call names the key alone.
  unique (id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade,
  check ((old_secret_hash is null) = (rotated_until is null))
);
create index api_keys_by_owner on api_keys (account_id, user_id);
