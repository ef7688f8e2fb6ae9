-- Who changed a candidate's number last, and when. Whoever texted the one before is asked before texts go to the other.
alter table candidates
  add column number_changed_at timestamptz,
  -- No key: they may be gone.
  add column number_changed_by uuid;
