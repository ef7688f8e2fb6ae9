-- Calendars of their own that people connected, in the order in which they did.
create table calendar_connections (
  account_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  provider text not null check (provider in ('google', 'microsoft', 'caldav', 'ics')),
  -- A hash of what makes it the same calendar when it is connected again.
  identity text not null,
  name text not null,
  -- Credentials and tokens.
  sealed_access text not null,
  -- refused: the provider no longer lets us in.
  state text not null check (state in ('active', 'refused')),
  error_message text,
  connected_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create unique index calendar_connections_of_person on calendar_connections (account_id, user_id, provider, identity);

create table calendar_oauth_states (
  account_id uuid not null references accounts (id) on delete cascade,
  state_hash text not null,
  user_id uuid not null,
  provider text not null,
  browser_hash text not null,
  expires_at timestamptz not null,
  primary key (account_id, state_hash),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index calendar_oauth_states_expired on calendar_oauth_states (expires_at);
