-- What the team writes for itself in a conversation, what each person has begun to write there, and what people are notified of.

-- Notes of the team. In no table that texts are sent from.
create table notes (
  account_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  -- Null: erased since.
  author_id uuid,
  body text not null,
  -- In the order of the body. Erased people stay, and are left out when it's read.
  mention_user_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  edited_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, conversation_id) references conversations (account_id, id) on delete cascade,
  foreign key (account_id, author_id) references users (account_id, id) on delete set null (author_id)
);
create index notes_of_conversation on notes (account_id, conversation_id, created_at desc, id desc);
create index notes_of_author on notes (account_id, author_id);

-- What a person has begun to write in a conversation. What is empty keeps its version, so that older writing is known as such.
create table kept_drafts (
  account_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  conversation_id uuid not null,
  body text not null,
  media_ids uuid[] not null default '{}',
  version integer not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, conversation_id, user_id),
  foreign key (account_id, conversation_id) references conversations (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index kept_drafts_of_person on kept_drafts (account_id, user_id);
-- Swept by age.
create index kept_drafts_due on kept_drafts (updated_at) where body = '' and media_ids = '{}';

-- What a person is notified of. Gone with the conversation, and with the person who caused it.
create table notifications (
  account_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  type text not null,
  text text not null,
  conversation_id uuid,
  actor_id uuid,
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade,
  foreign key (account_id, conversation_id) references conversations (account_id, id) on delete cascade,
  foreign key (account_id, actor_id) references users (account_id, id) on delete cascade
);
create index notifications_of_person on notifications (account_id, user_id, created_at desc, id desc);
create index notifications_unread on notifications (account_id, user_id) where read_at is null;
create index notifications_of_conversation on notifications (account_id, conversation_id);
create index notifications_of_actor on notifications (account_id, actor_id);
-- Swept by age.
create index notifications_due on notifications (created_at);

-- Whether a mention is mailed.
alter table users add column notify_mention_mail boolean not null default true;

-- Its kinds are those of the code that renders them.
alter table live_events drop constraint live_events_kind_check;
