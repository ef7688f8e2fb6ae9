-- A link that a browser saves the file by: good once, until then, for the person who asked for it.
alter table account_exports
  add column if not exists link_hash text,
  add column if not exists link_by uuid,
  add column if not exists link_until timestamptz;
