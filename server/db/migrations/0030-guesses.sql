-- One for each browser that asked, so that what others ask for replaces nothing. `tries_left` is for that browser.
alter table one_time_secrets
  add column browser_hash text not null default '',
  -- The addresses, hashed, from which others tried a code: one for each try.
  add column tried_from text[] not null default '{}',
  drop constraint one_time_secrets_pkey,
  add primary key (account_id, user_id, purpose, browser_hash);
