-- What people decided on texts that may mean stop, so that staff can review the rules that held them.
create table hold_reviews (
  account_id uuid not null,
  id uuid not null,
  candidate_id uuid not null,
  wording text not null,
  opted_out boolean not null,
  reviewed_by uuid not null,
  reviewed_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, candidate_id) references candidates (account_id, id) on delete cascade
);
create index hold_reviews_candidate on hold_reviews (account_id, candidate_id);
-- Read by staff over all accounts, newest first, and swept by age.
create index hold_reviews_latest on hold_reviews (id desc);
create index hold_reviews_due on hold_reviews (reviewed_at);
