-- in steps
-- What people do with conversations, and which no one has.

-- step
-- What people did with a conversation apart from writing in it, such as assigning it to a colleague.
create table if not exists conversation_activity (
  account_id uuid not null,
  id uuid not null default gen_random_uuid(),
  conversation_id uuid not null,
  type text not null,
  -- Null: Hiretext did it. No key, like that of a text's sender: an erased person is one that no row has anymore.
  actor_id uuid,
  -- The person it is about.
  user_id uuid,
  details jsonb not null default '{}',
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, conversation_id) references conversations (account_id, id) on delete cascade
);
create index if not exists activity_of_conversation on conversation_activity (account_id, conversation_id, created_at desc, id desc);

-- step
-- What is unassigned, for the person whose seat it is.
create index concurrently if not exists unassigned_of_seat on conversations (account_id, seat_id, last_message_at desc, id desc) where assignee_id is null;
