alter table accounts add column count_link_clicks boolean not null default false;

-- Links of our own that stand in texts for those of calendar shortcuts, so that clicks are counted. The shortcut may be gone.
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

-- Whose a code is: whoever taps a link names no account.
create table short_link_directory (
  code text primary key,
  account_id uuid not null,
  foreign key (account_id, code) references short_links (account_id, code) on delete cascade
);
create index short_link_directory_of_link on short_link_directory (account_id, code);
