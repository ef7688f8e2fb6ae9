-- When the person who connected the app was mailed that the connection ends.
alter table api_keys add column if not exists end_mailed_at timestamptz;
