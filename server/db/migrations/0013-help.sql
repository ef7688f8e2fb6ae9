-- What people wrote to support with the contact form.
create table support_messages (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  user_id uuid not null,
  subject text not null,
  message text not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index support_messages_of_person on support_messages (account_id, user_id);

-- Where an answer goes, if not to the sender.
alter table outbox.mails add column reply_to text;
