-- Where mails end in local mode. Hiretext's tables never refer to it: it stands where people's mailboxes are.
create schema outbox;

create table outbox.mails (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  sent_at timestamptz not null
);
create index outbox_mails_newest on outbox.mails (sent_at desc, id desc);
