-- in steps
-- Where a company's test keys call: an account beside it, so that what keeps accounts apart keeps the two apart (decision 103).

-- step
alter table accounts add column if not exists sandbox_of uuid references accounts (id);

-- step
create unique index concurrently if not exists accounts_sandboxes on accounts (sandbox_of) where sandbox_of is not null;

-- step
-- In a sandbox: the person of the company whose rights the calls have. No key: they are in another account.
alter table users add column if not exists mirrors uuid;

-- step
create unique index concurrently if not exists users_mirrors on users (account_id, mirrors) where mirrors is not null;

-- step
-- What no code may get wrong: a sandbox has only numbers that exist nowhere, and no other account has one of those.
create or replace function keep_sandbox_numbers() returns trigger language plpgsql as $$
begin
  if new.carrier = 'sandbox' and new.phone_number !~ '^\+1[2-9][0-9]{2}55501[0-9]{2}$' then
    raise exception 'a number of a sandbox is one of fiction';
  end if;
  if (new.carrier = 'sandbox') <> exists (
       select from accounts where id = new.account_id and sandbox_of is not null) then
    raise exception 'a sandbox has only numbers of the sandbox carrier, and no other account has them';
  end if;
  return new;
end $$;
create or replace trigger keep_sandbox_numbers before insert or update of account_id, carrier, phone_number on numbers for each row
  execute function keep_sandbox_numbers();

-- step
-- Names follow, and a sandbox ends with its company.
create or replace function mirror_company() returns trigger language plpgsql as $$
begin
  update accounts set name = new.name, deletes_at = new.deletes_at where sandbox_of = new.id;
  return null;
end $$;
create or replace trigger mirror_company after update of name, deletes_at on accounts for each row
  when (new.sandbox_of is null) execute function mirror_company();

-- step
-- People of a sandbox are there what they are at the company.
create or replace function mirror_person() returns trigger language plpgsql as $$
begin
  update users m set user_type = new.user_type, first_name = new.first_name, last_name = new.last_name
    from accounts s
   where s.sandbox_of = new.account_id and m.account_id = s.id and m.mirrors = new.id;
  return null;
end $$;
create or replace trigger mirror_person after update of user_type, first_name, last_name on users for each row
  when (new.mirrors is null) execute function mirror_person();

-- step
-- No one signs in to a sandbox, pays for it, is invited to it or connects anything to it, and nothing in it texts or mails on its own.
create or replace function refuse_in_sandbox() returns trigger language plpgsql as $$
begin
  if exists (select from accounts where id = new.account_id and sandbox_of is not null) then
    raise exception 'a sandbox has no %', tg_table_name;
  end if;
  return new;
end $$;

-- step
create or replace trigger refuse_in_sandbox before insert on account_exports for each row execute function refuse_in_sandbox();

-- step
create or replace trigger refuse_in_sandbox before insert on account_imports for each row execute function refuse_in_sandbox();

-- step
create or replace trigger refuse_in_sandbox before insert on api_keys for each row execute function refuse_in_sandbox();

-- step
create or replace trigger refuse_in_sandbox before insert on ats_connections for each row execute function refuse_in_sandbox();

-- step
create or replace trigger refuse_in_sandbox before insert on authenticators for each row execute function refuse_in_sandbox();

-- step
create or replace trigger refuse_in_sandbox before insert on automations for each row execute function refuse_in_sandbox();

-- step
create or replace trigger refuse_in_sandbox before insert on billing_actions for each row execute function refuse_in_sandbox();

-- step
create or replace trigger refuse_in_sandbox before insert on billing_customers for each row execute function refuse_in_sandbox();

-- step
create or replace trigger refuse_in_sandbox before insert on broadcasts for each row execute function refuse_in_sandbox();

-- step
create or replace trigger refuse_in_sandbox before insert on calendar_connections for each row execute function refuse_in_sandbox();

-- step
create or replace trigger refuse_in_sandbox before insert on calendar_shortcuts for each row execute function refuse_in_sandbox();

-- step
create or replace trigger refuse_in_sandbox before insert on interview_invitations for each row execute function refuse_in_sandbox();

-- step
create or replace trigger refuse_in_sandbox before insert on interviews for each row execute function refuse_in_sandbox();

-- step
create or replace trigger refuse_in_sandbox before insert on invitations for each row execute function refuse_in_sandbox();

-- step
create or replace trigger refuse_in_sandbox before insert on keywords for each row execute function refuse_in_sandbox();

-- step
create or replace trigger refuse_in_sandbox before insert on landline_orders for each row execute function refuse_in_sandbox();

-- step
create or replace trigger refuse_in_sandbox before insert on logins for each row execute function refuse_in_sandbox();

-- step
create or replace trigger refuse_in_sandbox before insert on passkeys for each row execute function refuse_in_sandbox();

-- step
create or replace trigger refuse_in_sandbox before insert on push_subscriptions for each row execute function refuse_in_sandbox();

-- step
create or replace trigger refuse_in_sandbox before insert on registrations for each row execute function refuse_in_sandbox();

-- step
create or replace trigger refuse_in_sandbox before insert on sessions for each row execute function refuse_in_sandbox();

-- step
create or replace trigger refuse_in_sandbox before insert on single_sign_on for each row execute function refuse_in_sandbox();

-- step
create or replace trigger refuse_in_sandbox before insert on sso_domains for each row execute function refuse_in_sandbox();

-- step
create or replace trigger refuse_in_sandbox before insert on support_messages for each row execute function refuse_in_sandbox();

-- step
create or replace trigger refuse_in_sandbox before insert on time_offers for each row execute function refuse_in_sandbox();
