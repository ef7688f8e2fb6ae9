-- What admins want on a line of its own in texts that begin from a draft.
alter table accounts add column ai_note text check (length(ai_note) <= 120);

-- Drafts that can still become a text, and those that did, with the text that was sent.
create table drafts (
  account_id uuid not null,
  id uuid not null,
  -- Who asked for it.
  user_id uuid not null,
  -- What it was made of, then where it was sent.
  conversation_id uuid,
  message_id uuid,
  tone text not null check (tone in ('formal', 'casual', 'friendly')),
  instructions text,
  source text not null check (source in ('builtIn', 'model')),
  body text not null,
  expires_at timestamptz not null,
  primary key (account_id, id),
  -- In the order in which they were sent.
  unique (account_id, message_id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade,
  foreign key (account_id, message_id) references messages (account_id, id) on delete cascade,
  -- Two conversations can become one: the texts move, and their drafts stay with them.
  foreign key (account_id, conversation_id) references conversations (account_id, id) on delete set null (conversation_id)
);
create index drafts_of_conversation on drafts (account_id, conversation_id);
create index drafts_of_person on drafts (account_id, user_id);
create index drafts_due on drafts (expires_at);
