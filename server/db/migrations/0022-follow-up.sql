-- in steps
-- Snoozed conversations, reminders, what candidates were promised, and how soon a company answers.

-- step
-- snoozed_until_answer: chosen without a time. follow_up_by: who snoozed it or set the reminder last; no key, they may be gone.
-- returned_at: brought back by Hiretext, and on top of the inbox until someone handles it.
alter table conversations
  add column if not exists snoozed_until timestamptz,
  add column if not exists snoozed_until_answer boolean not null default false,
  add column if not exists remind_at timestamptz,
  add column if not exists follow_up_by uuid,
  add column if not exists returned_at timestamptz,
  add column if not exists returned_reason text;

-- step
-- Working hours within which candidates get an answer.
alter table accounts add column if not exists reply_promise_hours smallint not null default 4;

-- step
-- The inbox as it is listed: what was brought back comes before anything else. The immutable way to add a thousand years.
create index concurrently if not exists inbox_listed on conversations
  (account_id, assignee_id, coalesce((returned_at at time zone 'UTC' + interval '365000 days') at time zone 'UTC', last_message_at) desc, id desc)
  where archived_at is null and snoozed_until is null;

-- step
create index concurrently if not exists account_inbox_listed on conversations
  (account_id, coalesce((returned_at at time zone 'UTC' + interval '365000 days') at time zone 'UTC', last_message_at) desc, id desc)
  where archived_at is null and snoozed_until is null;

-- step
create index concurrently if not exists inbox_snoozed on conversations (account_id, assignee_id, snoozed_until, id)
  where archived_at is null and snoozed_until is not null;

-- step
create index concurrently if not exists account_inbox_snoozed on conversations (account_id, snoozed_until, id)
  where archived_at is null and snoozed_until is not null;

-- step
-- What has to come back, across all accounts.
create index concurrently if not exists conversations_to_return on conversations (least(snoozed_until, remind_at))
  where snoozed_until is not null or remind_at is not null;

-- step
-- What a person promised a candidate in a text, and until when. One for each text.
create table if not exists follow_ups (
  account_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  message_id uuid not null,
  user_id uuid not null,
  due_at timestamptz not null,
  created_at timestamptz not null,
  done_at timestamptz,
  -- When its conversation was brought back because it was due.
  returned_at timestamptz,
  primary key (account_id, id),
  unique (account_id, message_id),
  foreign key (account_id, conversation_id) references conversations (account_id, id) on delete cascade,
  foreign key (account_id, message_id) references messages (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);

-- step
create index if not exists follow_ups_conversation on follow_ups (account_id, conversation_id);

-- step
create index if not exists follow_ups_user on follow_ups (account_id, user_id);

-- step
create index if not exists follow_ups_mine on follow_ups (account_id, user_id, due_at, id) where done_at is null;

-- step
create index if not exists follow_ups_open on follow_ups (account_id, due_at, id) where done_at is null;

-- step
-- Across all accounts.
create index if not exists follow_ups_due on follow_ups (due_at) where done_at is null and returned_at is null;
