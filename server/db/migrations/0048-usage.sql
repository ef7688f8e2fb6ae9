-- What was bought and what was texted. Rows are only added; what is said of a text anew is taken back by a row, and said by another.
create table usage_entries (
  account_id uuid not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('purchase', 'reserve', 'settle', 'release', 'count')),
  -- Of what was bought: + gives, − takes. The balance is their sum.
  segments integer not null,
  -- What counts as texted, and when it was; a release says of the same time that it doesn't.
  used integer not null default 0,
  used_at timestamptz,
  message_id uuid,
  source_id text,
  created_at timestamptz not null,
  -- In the sum of `usage_closings`.
  closed boolean not null default false,
  expires_at timestamptz,
  primary key (account_id, id),
  check ((used = 0) = (used_at is null))
);
create unique index usage_entries_source on usage_entries (account_id, source_id) where source_id is not null;
create index usage_entries_message on usage_entries (account_id, message_id) where message_id is not null;
create index usage_entries_open on usage_entries (account_id) include (segments) where not closed and segments <> 0;
create index usage_entries_used on usage_entries (account_id, used_at) include (used) where used <> 0;
create index usage_entries_due on usage_entries (expires_at) where expires_at is not null;

-- Where sending has stopped, only these are looked for.
create index messages_confirmations on messages (account_id, number_id, send_after, id)
  where status in ('scheduled', 'queued') and is_confirmation;
create index accounts_stopped on accounts (id) where sending_stopped_at is not null;

-- One for each account that ever bought texts. Who takes from the balance holds the row.
create table usage_closings (
  account_id uuid primary key,
  -- The sum of the entries that are closed, so that nobody adds up all of them.
  segments bigint not null default 0,
  closed_at timestamptz
);
