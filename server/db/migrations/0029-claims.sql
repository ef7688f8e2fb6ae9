-- What is done outside is claimed before, in a commit of its own, so that a second run of a job doesn't do it again (decision 40).
-- Like the queue it belongs to no account: an act is named after what it is about.
create table claims (
  act text primary key,
  claimed_by uuid not null,
  claimed_at timestamptz not null,
  -- From then on anyone may do it; null: it is done, and nobody does it again.
  free_at timestamptz
);
create index claims_claimed_at on claims (claimed_at);
