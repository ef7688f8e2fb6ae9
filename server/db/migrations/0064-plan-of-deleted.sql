-- The subscription that was canceled because its account is to be deleted: kept in time, the account has it back.
alter table subscriptions add column canceled_with_account text;
