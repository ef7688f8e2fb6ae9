create table templates (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  template_type text not null check (template_type in ('template', 'teamTemplate', 'hiringManagerTemplate', 'onboardingTemplate')),
  -- Null: belongs to the account.
  owner_id uuid,
  name text not null,
  body text not null,
  folder text,
  -- Has gaps. The position in the list is computed on read.
  sort_order integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, owner_id) references users (account_id, id) on delete cascade,
  check ((template_type = 'template') = (owner_id is not null))
);
create index templates_of_list on templates (account_id, template_type, owner_id, sort_order, id);

alter table media add foreign key (account_id, template_id) references templates (account_id, id) on delete set null (template_id);

-- Drafts that can still become a text, and sent ones with their text.
create table drafts (
  account_id uuid not null,
  id uuid not null,
  -- Who asked for it.
  user_id uuid not null,
  -- Where it was made, then where it was sent.
  conversation_id uuid,
  message_id uuid,
  tone text not null check (tone in ('formal', 'casual', 'friendly')),
  instructions text,
  source text not null check (source in ('builtIn', 'model')),
  body text not null,
  expires_at timestamptz not null,
  primary key (account_id, id),
  -- Also lists sent drafts in the order they were sent.
  unique (account_id, message_id),
  -- When two conversations are merged, drafts stay with their texts.
  foreign key (account_id, conversation_id) references conversations (account_id, id) on delete set null (conversation_id),
  foreign key (account_id, message_id) references messages (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index drafts_due on drafts (expires_at);
create index drafts_of_conversation on drafts (account_id, conversation_id);
create index drafts_of_person on drafts (account_id, user_id);

-- Links where candidates book a time.
create table calendar_shortcuts (
  account_id uuid not null,
  id uuid not null,
  owner_id uuid not null,
  name text not null,
  shortcut text not null,
  url text not null,
  enabled boolean not null,
  created_at timestamptz not null,
  -- The person's own order.
  sort_order integer not null,
  primary key (account_id, id),
  foreign key (account_id, owner_id) references users (account_id, id) on delete cascade
);
create unique index calendar_shortcuts_of_person on calendar_shortcuts (account_id, owner_id, lower(shortcut));

-- Our links that replace shortcut links in texts, to count clicks. The shortcut may be gone.
create table short_links (
  account_id uuid not null,
  code text not null,
  message_id uuid not null,
  shortcut_id uuid not null,
  url text not null,
  clicks integer not null default 0,
  first_clicked_at timestamptz,
  last_clicked_at timestamptz,
  primary key (account_id, code),
  foreign key (account_id, message_id) references messages (account_id, id) on delete cascade
);
create index short_links_of_message on short_links (account_id, message_id);
create index short_links_of_shortcut on short_links (account_id, shortcut_id);

-- Directory: code to account. A click doesn't name one.
create table short_link_directory (
  code text primary key,
  account_id uuid not null,
  foreign key (account_id, code) references short_links (account_id, code) on delete cascade
);
create index short_link_directory_of_link on short_link_directory (account_id, code);
