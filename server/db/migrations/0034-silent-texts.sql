-- Also those that the carrier has taken: the receipt that says what became of them may have been lost.
drop index messages_unsettled;
create index messages_unsettled on messages (claimed_at) where status in ('sending', 'sent', 'unknown');
