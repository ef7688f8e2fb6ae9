-- in steps
-- Candidates' city, files that people import, and sending that waits for a company's opt-outs.

-- step
alter table candidates add column if not exists city text;
-- Nothing is sent until the people who opted out elsewhere are known.
alter table accounts add column if not exists opt_outs_first boolean not null default false;

-- step
create table if not exists imports (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('candidates', 'optOuts')),
  status text not null check (status in ('queued', 'running', 'done', 'failed', 'undone')),
  file_name text not null,
  -- How the file is to be read: its format, and of a CSV file its encoding and delimiter.
  layout jsonb not null,
  -- The names of its columns.
  columns text[] not null,
  -- The field of each column that is read.
  mapping jsonb not null,
  -- How its people agreed to be texted. Null: nothing is known about it.
  consent jsonb,
  -- No key: they may be erased.
  created_by uuid not null,
  created_at timestamptz not null,
  -- Rows without those that are empty.
  total integer not null,
  -- How many of them are done. The next batch begins after it, in the transaction that raises it.
  processed integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  duplicates integer not null default 0,
  refused integer not null default 0,
  finished_at timestamptz,
  -- It's being undone since then, or is undone.
  undo_started_at timestamptz,
  -- Sending had waited for it.
  unlocked boolean not null default false,
  primary key (account_id, id)
);
create index if not exists imports_by_time on imports (account_id, created_at desc, id desc);
create index if not exists imports_created on imports (created_at);

-- The file, until it is imported.
create table if not exists import_files (
  account_id uuid not null,
  import_id uuid not null,
  part integer not null,
  bytes bytea not null,
  primary key (account_id, import_id, part),
  foreign key (account_id, import_id) references imports (account_id, id) on delete cascade
);
alter table import_files alter column bytes set storage external;

-- Numbers that an import has been through, and whose candidates they are.
create table if not exists imported_numbers (
  account_id uuid not null,
  import_id uuid not null,
  phone_number text not null,
  -- Null: no candidate has the number.
  candidate_id uuid,
  -- The import added the candidate, or the opt-out.
  is_new boolean not null,
  -- When the import last wrote the candidate or the opt-out.
  written_at timestamptz not null,
  -- What it replaced, and by what. Null: nothing, or it can't be undone anymore.
  before jsonb,
  after jsonb,
  primary key (account_id, import_id, phone_number),
  foreign key (account_id, import_id) references imports (account_id, id) on delete cascade,
  foreign key (account_id, candidate_id) references candidates (account_id, id) on delete cascade
);
create index if not exists imported_numbers_of_candidate on imported_numbers (account_id, candidate_id);
create index if not exists imported_numbers_replaced on imported_numbers (written_at) where before is not null;

create table if not exists refused_rows (
  account_id uuid not null,
  import_id uuid not null,
  -- Counted from 1, without empty rows and the names of the columns.
  row integer not null,
  cells text[] not null,
  reason text not null,
  refused_at timestamptz not null,
  primary key (account_id, import_id, row),
  foreign key (account_id, import_id) references imports (account_id, id) on delete cascade
);
create index if not exists refused_rows_by_time on refused_rows (refused_at);
