set local lock_timeout = '5s';

-- Segments that went out on unpaid invoices before the present one: coming back to invoices brings no new ones.
alter table accounts add column unpaid_texts_before integer not null default 0;
