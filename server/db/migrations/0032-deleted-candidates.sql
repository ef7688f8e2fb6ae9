-- Candidates who were deleted and can still be restored.
create table deleted_candidates (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  first_name text not null,
  last_name text not null,
  phone_number text not null,
  conversations integer not null,
  deleted_by uuid not null,
  deleted_at timestamptz not null,
  primary key (account_id, id)
);
create index deleted_candidates_latest on deleted_candidates (account_id, deleted_at desc, id desc);
-- Those whose time is over, swept over all accounts.
create index deleted_candidates_due on deleted_candidates (deleted_at);

-- What stood in other tables, row by row, until they were deleted. Whoever renames or drops a column there does it here too.
create table deleted_rows (
  account_id uuid not null,
  candidate_id uuid not null,
  table_name text not null,
  position bigint generated always as identity,
  content jsonb not null,
  primary key (account_id, candidate_id, table_name, position),
  foreign key (account_id, candidate_id) references deleted_candidates (account_id, id) on delete cascade
);
