-- The queue of one number: what a person typed and what confirms consent come before other automatic texts.
create index messages_waiting on messages (account_id, number_id, (case when is_automatic and not is_confirmation then 1 else 0 end), send_after, id)
  where status in ('scheduled', 'queued');
drop index messages_to_send;
-- Only the sweep that gave lost numbers a new job looked for these.
drop index messages_due;
