-- in steps
-- What changed since: for other software, which reads texts and candidates in the order in which they changed.

-- step
-- updated_at is null for texts that haven't changed since before this. api_key_id has no key: it may be gone.
alter table messages
  add column if not exists updated_at timestamptz,
  add column if not exists api_key_id uuid;

-- step
-- To the millisecond, as cursors are.
alter table messages alter column updated_at set default date_trunc('milliseconds', clock_timestamp());

-- step
create or replace function note_update() returns trigger language plpgsql as $$
begin
  new.updated_at := date_trunc('milliseconds', clock_timestamp());
  return new;
end $$;

-- step
create or replace trigger note_update before update on messages for each row execute function note_update();

-- step
create index concurrently if not exists messages_updated on messages
  (account_id, (coalesce(updated_at, delivered_at, sent_at, created_at)), id);

-- step
create index concurrently if not exists candidates_updated on candidates (account_id, updated_at, id);
