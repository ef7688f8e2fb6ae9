-- Browsers that notifications are pushed to. One for each session, whose end is theirs.
create table push_subscriptions (
  account_id uuid not null,
  session_id uuid not null,
  user_id uuid not null,
  -- Its address at the push service, and the browser's keys.
  sealed text not null,
  -- A browser is notified for one person only, the last who signed in there.
  endpoint_hash text not null unique,
  subscribed_at timestamptz not null,
  primary key (account_id, session_id),
  foreign key (account_id, session_id) references sessions (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index push_subscriptions_of_user on push_subscriptions (account_id, user_id, subscribed_at);

create function end_push() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where account_id = new.account_id and session_id = new.id;
  return null;
end $$;
create trigger end_push after update of ended_at on sessions for each row
  when (new.ended_at is not null) execute function end_push();

-- How far live_events have been looked through for what is pushed; as figure_position.
create table push_position (
  singleton boolean primary key default true check (singleton),
  moved_at timestamptz not null,
  seen pg_snapshot not null,
  reading pg_snapshot,
  read_xact xid8,
  read_id bigint
);
insert into push_position (seen, moved_at) values (pg_current_snapshot(), now());
