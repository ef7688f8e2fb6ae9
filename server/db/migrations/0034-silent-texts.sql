-- Also those that the carrier has taken and never reported on: their receipts may have been lost.
drop index messages_unsettled;
create index messages_unsettled on messages (claimed_at) where status in ('sending', 'unknown');
