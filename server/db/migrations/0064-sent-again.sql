-- How often a person asked to send it again: what came of an attempt from before doesn't end it.
alter table webhook_deliveries add column if not exists sent_again integer not null default 0;
