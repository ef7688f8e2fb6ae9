-- in steps
-- Texts that a person has scheduled.

-- step
-- Set once a person has chosen when it goes out, or quiet hours have moved it. True: an answer cancels it.
alter table messages add column if not exists cancel_if_answered boolean;

-- step
-- Why it may no longer go out. It stays scheduled until its author decides.
alter table messages add column if not exists held_reason text;

-- step
-- One person's.
create index concurrently if not exists messages_scheduled on messages (account_id, sender_id, scheduled_at, id)
  where status = 'scheduled' and cancel_if_answered is not null;

-- step
-- Looked up for each inbound text, and after an opt-out. Almost always empty.
create index concurrently if not exists messages_scheduled_in on messages (account_id, conversation_id)
  where status = 'scheduled' and cancel_if_answered is not null;
