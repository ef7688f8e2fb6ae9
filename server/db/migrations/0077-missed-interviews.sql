set local lock_timeout = '3s';
-- Since when a system no longer tells of an interview, while that may be its mistake. Null: it tells of it, or it is canceled.
alter table interviews add column missed_at timestamptz;
