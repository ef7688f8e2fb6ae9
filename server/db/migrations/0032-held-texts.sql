-- in steps
-- Scheduled texts that are held: their authors are notified, and find them on top of their list.

-- step
-- mail_due: a mail is to name it, unless the person wants none. mailed_at: when that was decided.
alter table notifications
  add column if not exists mail_due boolean not null default false,
  add column if not exists mailed_at timestamptz;

-- step
create index concurrently if not exists notifications_mail_due on notifications (account_id, user_id) where mail_due;

-- step
-- One person's, as they are listed: those that are held come first. The immutable way to add a thousand years.
create index concurrently if not exists messages_scheduled_listed on messages
  (account_id, sender_id,
   (case when held_reason is null then (scheduled_at at time zone 'UTC' + interval '365000 days') at time zone 'UTC' else scheduled_at end), id)
  where status = 'scheduled' and cancel_if_answered is not null;

-- step
drop index concurrently if exists messages_scheduled;
