-- What staff did for an account stands in their own log too, and is found there when the account or a person of it is erased.
create index audit_events_of_staff on audit_events ((details ->> 'accountId')) where details ? 'accountId';
