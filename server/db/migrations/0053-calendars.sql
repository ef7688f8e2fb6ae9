alter table users add column calendar_shortcut_enabled boolean not null default true;

-- Links to where candidates book a time, in the order in which a person added them.
create table calendar_shortcuts (
  account_id uuid not null,
  id uuid not null,
  owner_id uuid not null,
  name text not null,
  shortcut text not null,
  url text not null,
  enabled boolean not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, owner_id) references users (account_id, id) on delete cascade
);
create unique index calendar_shortcuts_of_person on calendar_shortcuts (account_id, owner_id, lower(shortcut));
