-- Who is away, and what candidates who text them are answered. A person who never set it has no row.
create table out_of_office (
  account_id uuid not null,
  user_id uuid not null,
  enabled boolean not null default false,
  message text not null default '',
  -- Null: from when it was switched on, until it is switched off.
  starts_at timestamptz,
  ends_at timestamptz,
  delegate_user_id uuid,
  -- One for each period that is switched on; a candidate gets one reply in it.
  absence_id uuid,
  switched_on_at timestamptz,
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade,
  foreign key (account_id, delegate_user_id) references users (account_id, id) on delete set null (delegate_user_id),
  check (ends_at > starts_at),
  check (not enabled or (absence_id is not null and switched_on_at is not null))
);
create index out_of_office_by_delegate on out_of_office (account_id, delegate_user_id)
  where enabled and delegate_user_id is not null;

-- In which absence of a person a candidate was last answered: the second text of the same absence finds it.
create table out_of_office_replies (
  account_id uuid not null,
  user_id uuid not null,
  candidate_id uuid not null,
  absence_id uuid not null,
  replied_at timestamptz not null,
  primary key (account_id, user_id, candidate_id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade,
  foreign key (account_id, candidate_id) references candidates (account_id, id) on delete cascade
);

-- An answer to STOP, START or HELP: goes out whatever the candidate's consent says. Other automatic texts do not.
alter table messages add column is_confirmation boolean not null default false;
update messages set is_confirmation = true where is_automatic and status in ('scheduled', 'queued');
