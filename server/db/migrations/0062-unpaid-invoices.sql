-- While the account's first invoice isn't paid: since when its texts count. Null: they don't.
alter table accounts add column invoice_unpaid_since timestamptz;

-- What the account has chosen for when the period ends: a smaller plan.
alter table subscriptions add column next_plan jsonb;
