-- Tags on conversations, what a bulk changed, and saved views.

alter table conversations add column tags text[] not null default '{}';

-- Finds conversations by tag, in lower case. Triggers keep it, so that what writes conversations without tags has nothing to do.
create table conversation_tags (
  account_id uuid not null references accounts (id) on delete cascade,
  tag text collate "C" not null,
  conversation_id uuid not null,
  primary key (account_id, tag, conversation_id)
);
create function index_conversation_tags() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from conversation_tags k
     where k.account_id = old.account_id and k.conversation_id = old.id
       and k.tag in (select lower(tag) from unnest(old.tags) as tag);
  end if;
  if tg_op <> 'DELETE' then
    insert into conversation_tags (account_id, tag, conversation_id)
    select distinct new.account_id, lower(tag), new.id from unnest(new.tags) as tag;
  end if;
  return null;
end $$;
create trigger index_tags_of_new after insert on conversations
  for each row when (cardinality(new.tags) > 0) execute function index_conversation_tags();
create trigger index_tags_of_changed after update of tags on conversations
  for each row when (old.tags is distinct from new.tags) execute function index_conversation_tags();
create trigger index_tags_of_deleted after delete on conversations
  for each row when (cardinality(old.tags) > 0) execute function index_conversation_tags();

-- What each bulk changed, so that its author can undo exactly that.
create table bulk_changes (
  account_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  action text not null check (action in ('archive', 'assign', 'tag', 'read')),
  -- The tag, or whom the conversations were assigned to.
  tag text,
  assignee_id uuid,
  -- The conversations it changed, each with what the change replaced.
  before jsonb not null,
  created_at timestamptz not null,
  undone_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
-- Swept by age.
create index bulk_changes_due on bulk_changes (created_at);
create index bulk_changes_of_person on bulk_changes (account_id, user_id);

create table views (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  -- Null: its author was erased since. A shared view stays.
  owner_id uuid,
  name text not null,
  shared boolean not null,
  filter text not null,
  -- me, all, none, or the ID of a person.
  assignee text not null,
  tags text[] not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, owner_id) references users (account_id, id) on delete set null (owner_id),
  check (shared or owner_id is not null)
);
create unique index views_of_person on views (account_id, owner_id, lower(name));
create index views_shared on views (account_id) where shared;
