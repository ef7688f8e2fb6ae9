-- Software that has a seat: a person in all but the ways in (decision 118).

alter table users
  add column is_service boolean not null default false,
  add constraint users_service check (
    not is_service
    or (user_type = 'member' and password_hash is null and not mfa_enabled and email like '%@service.invalid'));

-- Keys call as a service. No one signs in as one.
create function refuse_for_service() returns trigger language plpgsql as $$
begin
  if exists (select from users where account_id = new.account_id and id = new.user_id and is_service) then
    raise exception 'a service has no %', tg_table_name;
  end if;
  return new;
end $$;

create trigger refuse_for_service before insert on authenticators for each row execute function refuse_for_service();
create trigger refuse_for_service before insert on logins for each row execute function refuse_for_service();
create trigger refuse_for_service before insert on one_time_secrets for each row execute function refuse_for_service();
create trigger refuse_for_service before insert on passkeys for each row execute function refuse_for_service();
create trigger refuse_for_service before insert on push_subscriptions for each row execute function refuse_for_service();
create trigger refuse_for_service before insert on sessions for each row execute function refuse_for_service();
create trigger refuse_for_service before insert on sso_codes for each row execute function refuse_for_service();
create trigger refuse_for_service before insert on sso_sign_ins for each row execute function refuse_for_service();

-- There is no one to read them.
create function skip_for_service() returns trigger language plpgsql as $$
begin
  if exists (select from users where account_id = new.account_id and id = new.user_id and is_service) then
    return null;
  end if;
  return new;
end $$;

create trigger skip_for_service before insert on notifications for each row execute function skip_for_service();
