-- Notes for browsers and deliveries of webhooks get a partition for each day, which is dropped whole (decision 109). What is there,
-- and what is written until the third midnight, is the first partition: for as long, a former version that sweeps by row number finds
-- rows in one partition only.

create function first_of_uuidv7(at timestamptz) returns uuid language sql immutable
  return (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid;

do $$
declare
  until timestamptz := date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' + interval '3 days';
  first text := 'live_events_' || to_char((until - interval '1 day') at time zone 'UTC', 'YYYYMMDD');
  last_id bigint;
begin
  lock table live_events in access exclusive mode;
  select last_value into last_id from live_events_id_seq;
  alter table live_events alter column id drop identity;
  alter table live_events drop constraint live_events_pkey;
  alter table live_events add constraint live_events_before_pkey primary key using index live_events_before_pkey;
  execute format('alter table live_events rename to %I', first);
  alter index live_events_in_order rename to live_events_before_in_order;

  create table live_events (
    account_id uuid not null,
    xact xid8 not null default pg_current_xact_id(),
    id bigint generated always as identity,
    kind text not null,
    -- The seat for seat.updated, otherwise the conversation.
    subject_id uuid not null,
    message_id uuid,
    -- That of the day says which partition.
    created_at timestamptz not null default now(),
    primary key (account_id, xact, id, created_at)
  ) partition by range (created_at);
  create index live_events_in_order on live_events (xact, id);
  perform setval('live_events_id_seq', last_id);
  execute format('alter table live_events attach partition %I for values from (minvalue) to (%L)', first, until);
  -- What no day's partition is for.
  create table live_events_rest partition of live_events default;
end $$;

do $$
declare
  until timestamptz := date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' + interval '3 days';
  first text := 'webhook_deliveries_' || to_char((until - interval '1 day') at time zone 'UTC', 'YYYYMMDD');
begin
  lock table webhook_deliveries in access exclusive mode;
  alter table webhook_deliveries drop constraint webhook_deliveries_account_id_id_key;
  alter table webhook_deliveries rename constraint webhook_deliveries_pkey to webhook_deliveries_before_pkey;
  execute format('alter table webhook_deliveries rename to %I', first);
  alter index webhook_deliveries_due rename to webhook_deliveries_before_due;
  alter index webhook_deliveries_failed rename to webhook_deliveries_before_failed;

  -- One for each event and endpoint. No key to the endpoint: what one leaves behind goes with its day.
  create table webhook_deliveries (
    account_id uuid not null,
    endpoint_id uuid not null,
    -- That of the day says which partition, as in events.
    event_id uuid not null,
    id uuid not null default gen_random_uuid(),
    type text not null,
    status text not null default 'waiting'
      constraint webhook_deliveries_status_check check (status in ('waiting', 'delivered', 'failed')),
    -- Attempts since it was last sent from the beginning; which wait comes next follows from it.
    tries smallint not null default 0,
    -- First attempts go in the order of events, so theirs is before all times.
    next_attempt_at timestamptz not null default '-infinity',
    -- When, what came back, how long it took, and the first KB.
    attempts jsonb not null default '[]'::jsonb,
    created_at timestamptz not null default now(),
    primary key (account_id, endpoint_id, event_id)
  ) partition by range (event_id);
  create index webhook_deliveries_by_id on webhook_deliveries (account_id, id);
  create index webhook_deliveries_due on webhook_deliveries (account_id, endpoint_id, next_attempt_at, event_id) where status = 'waiting';
  create index webhook_deliveries_failed on webhook_deliveries (account_id, endpoint_id, event_id desc) where status = 'failed';
  execute format('alter table webhook_deliveries attach partition %I for values from (minvalue) to (%L)', first, first_of_uuidv7(until));
  create table webhook_deliveries_rest partition of webhook_deliveries default;
end $$;

drop function first_of_uuidv7(timestamptz);
