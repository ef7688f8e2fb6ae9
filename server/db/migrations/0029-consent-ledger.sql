-- Consent is a ledger: one history for each phone number of an account. The version before goes on writing 'optedOut' and
-- 'optedIn', which is why the words in the table are not those of the API (revoked, regranted).
alter table consent_events
  drop constraint consent_events_change_check,
  drop constraint consent_events_source_check,
  add constraint consent_events_change_check check (
    change in ('granted', 'confirmed', 'optedOut', 'optedIn', 'held', 'released')) not valid,
  add constraint consent_events_source_check check (
    source in ('import', 'keyword', 'form', 'ats', 'text', 'person', 'reviewed', 'carrier')) not valid,
  -- How it was given, e.g. "Application form", and which version of the wording.
  add column method text,
  add column wording_version text,
  -- created_at is when it happened, which can be long before. Null: before this was kept.
  add column recorded_at timestamptz,
  -- The candidate was erased then, and the number is a keyed hash: '#' and 43 characters.
  add column number_hashed_at timestamptz;
alter table consent_events alter column recorded_at set default now();

-- No one who can write to the database can change what was agreed. What may go: the account, what is past its time, and the number.
create function keep_consent_events() returns trigger language plpgsql as $$
declare
  same consent_events;
begin
  if tg_op = 'UPDATE' then
    same := new;
    same.phone_number := old.phone_number;
    same.number_hashed_at := old.number_hashed_at;
    if same is distinct from old or old.number_hashed_at is not null or new.phone_number !~ '^#[A-Za-z0-9_-]{43}$' then
      raise exception 'consent_events is append-only';
    end if;
    return new;
  end if;
  if coalesce(old.number_hashed_at > now() - interval '5 years', true)
     and exists (select from accounts a where a.id = old.account_id and a.deletes_at is null) then
    raise exception 'consent_events is append-only';
  end if;
  return old;
end $$;
create trigger keep_consent_events before update or delete on consent_events
  for each row execute function keep_consent_events();

-- Numbers with express consent on record. An opt-out counts more, however old the consent is.
create table consent_grants (
  account_id uuid not null references accounts (id) on delete cascade,
  phone_number text not null,
  granted_at timestamptz not null,
  primary key (account_id, phone_number)
);

alter table opt_outs
  drop constraint opt_outs_source_check,
  add constraint opt_outs_source_check check (source in ('keyword', 'reviewed', 'carrier', 'import')) not valid;

-- Virginia: an opt-out is kept for ten years.
update kept_opt_outs set expires_at = expires_at + interval '5 years';

-- Null: the defaults.
alter table accounts
  add column consent_first boolean not null default false,
  add column consent_request text,
  add column consent_request_version integer not null default 1,
  add column texting_hours jsonb;

-- Whether a number was asked for consent, the last time.
create table consent_requests (
  account_id uuid not null,
  phone_number text not null,
  conversation_id uuid not null,
  asked_by uuid,
  asked_at timestamptz not null,
  wording text not null,
  wording_version text not null,
  reminded_at timestamptz,
  answered_at timestamptz,
  primary key (account_id, phone_number),
  foreign key (account_id, conversation_id) references conversations (account_id, id) on delete cascade
);
create index consent_requests_of_conversation on consent_requests (account_id, conversation_id);
create index consent_requests_open on consent_requests (asked_at) where answered_at is null and reminded_at is null;
