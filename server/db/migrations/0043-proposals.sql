-- Texts that someone or something proposed, for a person to approve.
create table proposals (
  account_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  body text not null,
  scheduled_at timestamptz,
  -- Where it would go and from, and the last text and the last answer that were there.
  candidate_number text not null,
  number_id uuid not null,
  last_message_id uuid,
  last_inbound_at timestamptz,
  -- Whose session or key it was, the key's own ID, and what it calls itself.
  user_id uuid not null,
  key_id uuid,
  client text,
  status text not null default 'waiting',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by uuid,
  message_id uuid,
  primary key (account_id, id),
  foreign key (account_id, conversation_id) references conversations (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index proposals_of_conversation on proposals (account_id, conversation_id);
create index proposals_of_person on proposals (account_id, user_id);
create index proposals_listed on proposals (account_id, created_at desc, id desc);
-- Swept by age.
create index proposals_due on proposals (created_at);
