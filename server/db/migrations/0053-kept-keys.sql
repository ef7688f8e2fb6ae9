-- Keys that outlast a change of SECRET_KEY, sealed with it: one for each purpose.
create table kept_keys (
  purpose text primary key,
  sealed_key text not null
);
