-- in steps
-- Texts, media and candidates that a company keeps for so long and no longer, and people about whom nothing is deleted (decision 102).

-- step
alter table candidates add column if not exists legal_hold boolean not null default false;
alter table conversations
  -- When the last text was written that was deleted by its age.
  add column if not exists texts_deleted_until timestamptz,
  -- What the figures of later texts need to know of those: when and by whom the last one was typed, and since when that side had typed.
  add column if not exists text_before jsonb;
-- Null: by a retention rule, not by a person.
alter table deleted_candidates alter column deleted_by drop not null;
alter table calendar_shortcuts
  -- Texts with its link that were deleted by their age, and those of them in which it was clicked.
  add column if not exists earlier_sent integer not null default 0,
  add column if not exists earlier_clicked integer not null default 0;

-- step
create table if not exists retention (
  account_id uuid primary key references accounts (id) on delete cascade,
  texts_after_days integer check (texts_after_days >= 30),
  media_after_days integer check (media_after_days >= 30),
  candidates_after_days integer check (candidates_after_days >= 30),
  -- Nothing is deleted before.
  starts_at timestamptz not null,
  -- The pass that is under way: what it looks at, after which ID, and what it has deleted. Null: none is.
  pass jsonb,
  -- What the last one deleted.
  last_pass jsonb,
  next_pass_at timestamptz not null,
  -- The last turn. Accounts take turns.
  turn_at timestamptz not null default '-infinity'
);

-- step
-- A picture that is deleted leaves its row, so that the thread shows what was there.
alter table media drop constraint if exists media_status_check;
alter table media add constraint media_status_check check (status in ('pending', 'stored', 'refused', 'deleted')) not valid;

-- step
alter table media validate constraint media_status_check;

-- step
create index concurrently if not exists candidates_on_hold on candidates (account_id, id) where legal_hold;
