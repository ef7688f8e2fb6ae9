-- Both count what people do before anybody knows who they are, so they lead to no account and hold nothing personal: addresses and
-- e-mails stand here as keyed hashes.

-- The columns, their types and their order are those of the library that counts (rate-limiter-flexible). expire is in ms since 1970.
create table rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);

-- Solved challenges that were used. The row decides which of two uses at once is the first.
create table captcha_solutions (
  hash bytea primary key,
  expires_at timestamptz not null
);
create index captcha_solutions_expires_at on captcha_solutions (expires_at);
