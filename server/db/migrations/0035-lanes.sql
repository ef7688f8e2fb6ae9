alter table carrier_events
  -- Worked in by one process at a time, in order: all texts of one sender, all receipts of one message.
  add column lane smallint not null generated always as
    ((hashtext(coalesce(case payload ->> 'type' when 'inbound' then payload ->> 'from' end, message_id::text, '')) & 15)::smallint) stored,
  -- What an inbound text asks for, as far as its words alone tell. It is in force before the text is worked in.
  add column asks text check (asks in ('optOut', 'hold'));
-- The oldest of a lane, past those that were given up.
create index carrier_events_of_lane on carrier_events (lane, id) where retry_at < 'infinity';
-- Asked for each text that is accepted, and hardly ever has a row.
create index carrier_events_asking on carrier_events (sender, asks) where asks is not null;
