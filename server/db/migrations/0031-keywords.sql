-- Words that candidates text to a number to join, such as JOBS.
create table keywords (
  account_id uuid not null,
  id uuid not null,
  seat_id uuid not null,
  -- As people read it.
  keyword text not null,
  -- As texts are compared with it.
  word text not null,
  answer text not null,
  tags text[] not null,
  consent_wording text not null,
  -- One more with each change of the wording.
  wording_version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, seat_id, word),
  foreign key (account_id, seat_id) references seats (account_id, id) on delete cascade
);

-- What a candidate is asked afterward, one after the other.
create table keyword_questions (
  account_id uuid not null,
  id uuid not null,
  keyword_id uuid not null,
  position smallint not null,
  field text not null check (field in ('name', 'jobTitle', 'city')),
  body text not null,
  primary key (account_id, id),
  unique (account_id, keyword_id, position),
  foreign key (account_id, keyword_id) references keywords (account_id, id) on delete cascade
);

-- The question of a keyword, too.
alter table awaited_answers drop constraint awaited_answers_kind_check;
alter table awaited_answers add constraint awaited_answers_kind_check
  check (kind in ('interview', 'times', 'onboarding', 'stage', 'keyword'));
