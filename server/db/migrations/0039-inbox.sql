-- The Idempotency-Key that a text was sent with: the browser that wrote it knows it again by that.
alter table messages add column client_key text;

-- Who waits longest comes first.
drop index inbox_waiting;
drop index account_inbox_waiting;
create index inbox_waiting on conversations (account_id, assignee_id, waiting_since, id)
  where archived_at is null and waiting_since is not null;
create index account_inbox_waiting on conversations (account_id, waiting_since, id)
  where archived_at is null and waiting_since is not null;
