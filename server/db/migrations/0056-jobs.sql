-- Jobs that an account keeps here itself, the stages that all of them have, and who is in which.
create table jobs (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  name text not null,
  status text not null check (status in ('open', 'closed')),
  -- Leads nowhere once that person is erased.
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index jobs_newest on jobs (account_id, created_at desc, id desc);
create index jobs_by_status on jobs (account_id, status, created_at desc, id desc);

create table job_stages (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  name text not null,
  position integer not null,
  kind text not null,
  primary key (account_id, id)
);

create table applications (
  account_id uuid not null,
  id uuid not null,
  candidate_id uuid not null,
  job_id uuid not null,
  stage_id uuid not null,
  stage_changed_at timestamptz not null,
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, candidate_id, job_id),
  foreign key (account_id, candidate_id) references candidates (account_id, id) on delete cascade,
  foreign key (account_id, job_id) references jobs (account_id, id),
  foreign key (account_id, stage_id) references job_stages (account_id, id)
);
create index applications_in_stage on applications (account_id, job_id, stage_id, stage_changed_at desc, id desc);
create index applications_of_stage on applications (account_id, stage_id);

-- The texts of automations depend on who is in which stage.
create trigger mark_row after insert or delete or update of stage_id, candidate_id
  on applications for each row execute function mark_row('candidate_id');
