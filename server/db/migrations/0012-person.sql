alter table users
  -- Names the content of the picture; its bytes are where media are kept.
  add column avatar_id uuid,
  add column notify_browser boolean not null default false,
  add column notify_sound boolean not null default false,
  add column notify_hide_text boolean not null default false,
  add column notify_mail boolean not null default false,
  -- The last mail that told of candidates who wait.
  add column waiting_mailed_at timestamptz,
  add column call_forwarding_enabled boolean not null default false,
  add column call_forwarding_number text,
  -- When the person is erased; null unless they asked for it.
  add column deletes_at timestamptz,
  -- When the mail went out that says it is near.
  add column deletion_warned_at timestamptz,
  add constraint users_forward_somewhere check (not call_forwarding_enabled or call_forwarding_number is not null);
-- Swept over all accounts.
create index users_to_delete on users (deletes_at) where deletes_at is not null;

-- When everything of the account is erased: the last person has asked for it.
alter table accounts add column deletes_at timestamptz;

-- The person was told by mail that the candidate waits; one mail for each stretch of waiting unread.
alter table conversations add column waiting_mailed_at timestamptz;

-- Opt-outs of accounts that are gone, for whoever comes back under an address of theirs. Nobody can be found in them: the
-- address is a keyed hash, the number is sealed.
create table kept_opt_outs (
  email_hash text not null,
  phone_hash text not null,
  sealed_phone_number text not null,
  source text not null,
  opted_out_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (email_hash, phone_hash)
);
create index kept_opt_outs_by_age on kept_opt_outs (expires_at);
