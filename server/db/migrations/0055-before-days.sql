-- in steps
-- Notes and deliveries are to be dropped a day at a time (decision 109): indexes as their days have them. Alone in its file: the
-- next is one transaction, after which this can't be repeated.

-- step
create unique index concurrently if not exists live_events_before_pkey on live_events (account_id, xact, id, created_at);
-- step
create index concurrently if not exists webhook_deliveries_before_by_id on webhook_deliveries (account_id, id);
