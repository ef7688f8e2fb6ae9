-- An app on a person's phone that makes the codes to sign in with (TOTP, RFC 6238). Sealed: whoever reads the seed can
-- make the codes too.
create table authenticators (
  account_id uuid not null,
  user_id uuid not null,
  sealed_seed text not null,
  started_at timestamptz not null,
  -- Null: shown to the person, who has not proved yet that the app makes the right codes. Not in force.
  confirmed_at timestamptz,
  -- Of the last code that was taken: neither that code nor an earlier one is good again (RFC 6238, 5.2).
  last_step bigint,
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade,
  check ((confirmed_at is null) = (last_step is null))
);

-- For whoever has lost the phone; each is good once. Only the hashes are kept.
create table recovery_codes (
  account_id uuid not null,
  user_id uuid not null,
  code_hash text not null,
  primary key (account_id, user_id, code_hash),
  foreign key (account_id, user_id) references authenticators (account_id, user_id) on delete cascade
);

-- 'authenticator': the password was right and a code of the app is awaited; the hash is of a secret that nobody is told.
alter table one_time_secrets
  drop constraint one_time_secrets_purpose_check,
  add constraint one_time_secrets_purpose_check
    check (purpose in ('resetPassword', 'mfa', 'verifyEmail', 'magicLink', 'authenticator'));
