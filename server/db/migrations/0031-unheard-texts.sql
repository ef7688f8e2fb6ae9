alter table carrier_events
  -- Of an inbound text; null of anything else.
  add column sender text generated always as (case payload ->> 'type' when 'inbound' then payload ->> 'from' end) stored,
  add column receiver text generated always as (case payload ->> 'type' when 'inbound' then payload ->> 'to' end) stored,
  -- When it was last tried in vain.
  add column failed_at timestamptz;
-- Asked for each text at the moment of sending: is there one from that phone that is not worked in?
create index carrier_events_unheard on carrier_events (sender) where sender is not null;
-- What staff see.
create index carrier_events_failed on carrier_events (id) where attempts > 0;
