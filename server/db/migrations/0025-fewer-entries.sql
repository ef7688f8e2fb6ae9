-- What every text writes, and nothing needs: the conversation of a message has an account, and notes have their age by their order.
alter table messages drop constraint messages_account_id_fkey;
drop index live_events_by_age;
