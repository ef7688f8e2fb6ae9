-- What staff have switched on for an account, beside what everybody has.
alter table accounts add column features_enabled text[] not null default '{}';
create index accounts_with_features on accounts (id) where features_enabled <> '{}';

-- A session in which staff look on as this person, and can only read. It lives no longer than the session of the one who
-- started it. Their account is another one, so nothing is referred to.
alter table sessions
  add column staff_account_id uuid,
  add column staff_user_id uuid,
  add column staff_session_id uuid,
  add check (num_nonnulls(staff_account_id, staff_user_id, staff_session_id) in (0, 3));
create index sessions_of_staff on sessions (staff_account_id, staff_user_id, id) where staff_user_id is not null;

-- Staff find an account by how its name, an address of its people or a number of it begins.
create index accounts_by_name on accounts (lower(name) text_pattern_ops);
create index logins_by_beginning on logins (email text_pattern_ops);
create index number_directory_by_beginning on number_directory (phone_number text_pattern_ops);

-- Numbers that are not linked, of all accounts.
create index numbers_unlinked on numbers (link_status, id) where link_status <> 'linked' and released_at is null;

-- What went wrong lately.
create index messages_failed on messages (account_id, created_at desc) where status in ('undelivered', 'failed', 'unknown');

-- A second step that staff are going to take away, once the person has had a day to object.
create table second_step_resets (
  account_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  staff_account_id uuid not null,
  staff_user_id uuid not null,
  staff_name text not null,
  reason text not null,
  due_at timestamptz not null,
  created_at timestamptz not null,
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
