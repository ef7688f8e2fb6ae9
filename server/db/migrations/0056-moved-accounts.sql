-- Accounts that hiretext move-account took to another cell. Written with the commit that removes their rows here: it says that the
-- account is the other cell's. Texts that still come to its numbers are kept for it.
create table moved_accounts (
  id uuid primary key,
  sandbox_id uuid,
  phone_numbers text[] not null,
  -- Of the other cell's database, which has all of the account's rows.
  transaction text not null,
  moved_at timestamptz not null
);
