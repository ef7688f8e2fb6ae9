-- When the last backup was written, or why it wasn't. One row.
create table if not exists backup_state (
  singleton boolean primary key default true check (singleton),
  -- The moment that it is of. Null: there is none yet.
  taken_at timestamptz,
  name text,
  -- As stored.
  bytes bigint,
  -- When one failed, and none was written since.
  failed_at timestamptz,
  failure text
);
insert into backup_state default values on conflict do nothing;
