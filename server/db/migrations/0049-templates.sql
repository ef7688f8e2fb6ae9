create table templates (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  template_type text not null
    check (template_type in ('template', 'teamTemplate', 'hiringManagerTemplate', 'onboardingTemplate')),
  -- Whose it is. The account's own have none.
  owner_id uuid,
  name text not null,
  body text not null,
  folder text,
  -- Has gaps; its place in the list is counted when it is read.
  sort_order integer not null,
  -- Of the uses that are no longer in template_uses.
  sent_count integer not null default 0,
  answered_count integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, owner_id) references users (account_id, id) on delete cascade,
  check ((template_type = 'template') = (owner_id is not null))
);
create index templates_of_list on templates (account_id, template_type, owner_id, sort_order, id);

-- What a text was written with, also when that has been deleted since.
alter table messages add column template_id uuid;

-- Texts written with a template, until nothing more can answer them.
create table template_uses (
  account_id uuid not null,
  message_id uuid not null,
  template_id uuid not null,
  used_at timestamptz not null,
  primary key (account_id, message_id),
  foreign key (account_id, message_id) references messages (account_id, id) on delete cascade,
  foreign key (account_id, template_id) references templates (account_id, id) on delete cascade
);
create index template_uses_of_template on template_uses (account_id, template_id);
create index template_uses_due on template_uses (used_at);

-- A picture is in a text, in a template, or unused yet.
alter table media
  add column template_id uuid,
  add foreign key (account_id, template_id) references templates (account_id, id) on delete set null (template_id),
  add check (message_id is null or template_id is null);
create index media_of_template on media (account_id, template_id, position) where template_id is not null;
drop index media_unused;
create index media_unused on media (created_at) where message_id is null and template_id is null;
drop index media_unsent;
create index media_unsent on media (account_id, uploaded_by) where message_id is null and template_id is null;
