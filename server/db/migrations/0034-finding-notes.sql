-- in steps
-- Notes are found by their words, as texts are (decision 86); and one index fewer that each text writes.

-- step
-- Null: not taken into the search yet. A note that changes is taken in again.
alter table notes
  add column if not exists search_bucket_id bigint,
  add column if not exists search_terms tsvector;

-- step
-- Its texts and notes are counted together.
alter table search_buckets add column if not exists has_notes boolean not null default false;

-- step
create index concurrently if not exists notes_by_term on notes using gin (search_terms) with (fastupdate = off)
  where search_terms is not null;

-- step
create index concurrently if not exists notes_unfound on notes (account_id, id) where search_terms is null;

-- step
-- The candidates by their last text: what account_inbox_listed has by another order, or not.
create index concurrently if not exists account_inbox_aside on conversations (account_id, last_message_at desc, id desc)
  where archived_at is null and (snoozed_until is not null or returned_at is not null);

-- step
-- Was for that list alone.
drop index concurrently if exists account_inbox_all;
