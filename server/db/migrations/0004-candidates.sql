create table candidates (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  first_name text not null,
  last_name text not null,
  phone_number text not null,
  email text,
  job_title text,
  timezone text,
  tags text[] not null default '{}'::text[],
  external_ids jsonb not null default '{}'::jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Fields a person changed here. Systems no longer change them.
  edited_fields text[] not null default '{}'::text[],
  -- Null: they texted first, or came from a system or a file. No key: the person who added them may be erased.
  added_by uuid,
  -- When a person last changed the number. Anyone who texted the old one must confirm before texting the new one.
  number_changed_at timestamptz,
  -- No key: they may be gone.
  number_changed_by uuid,
  primary key (account_id, id),
  unique (account_id, phone_number)
);
create index candidates_by_email on candidates (account_id, lower(email)) where email is not null;
create index candidates_by_external_ids on candidates using gin (external_ids jsonb_path_ops) with (fastupdate = off)
  where external_ids <> '{}'::jsonb;
create index candidates_newest on candidates (account_id, created_at desc, id desc);

alter table out_of_office_replies add foreign key (account_id, candidate_id) references candidates (account_id, id) on delete cascade;

-- Words to find a candidate by, and the endings of each, so a prefix search on this key finds any part of a word.
create table candidate_terms (
  account_id uuid not null,
  term text collate "C" not null,
  candidate_id uuid not null,
  primary key (account_id, term, candidate_id),
  foreign key (account_id, candidate_id) references candidates (account_id, id) on delete cascade
);
create index candidate_terms_by_candidate on candidate_terms (account_id, candidate_id, term);

-- Deleted candidates who can still be restored.
create table deleted_candidates (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  first_name text not null,
  last_name text not null,
  phone_number text not null,
  conversations integer not null,
  deleted_by uuid not null,
  deleted_at timestamptz not null,
  primary key (account_id, id)
);
-- Past their restore period. Swept across all accounts.
create index deleted_candidates_due on deleted_candidates (deleted_at);
create index deleted_candidates_latest on deleted_candidates (account_id, deleted_at desc, id desc);

-- The deleted candidate's rows from other tables. If you rename or drop a column there, change it here too.
create table deleted_rows (
  account_id uuid not null,
  candidate_id uuid not null,
  table_name text not null,
  position bigint generated always as identity,
  content jsonb not null,
  primary key (account_id, candidate_id, table_name, "position"),
  foreign key (account_id, candidate_id) references deleted_candidates (account_id, id) on delete cascade
);

-- Consent belongs to the phone number, not to the candidate: it outlives the candidate's record.
create table opt_outs (
  account_id uuid not null references accounts (id) on delete cascade,
  phone_number text not null,
  -- keyword: the candidate texted an opt-out word. reviewed: a person confirmed the candidate's own words. carrier: the carrier
  -- refused a text because it knows of an opt-out.
  source text not null check (source in ('keyword', 'reviewed', 'carrier')),
  opted_out_at timestamptz not null,
  primary key (account_id, phone_number)
);

-- Opt-outs of erased accounts, for when the same email signs up again. They identify no one: the email is a keyed hash, the
-- number is sealed.
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

-- Append-only history of a number's consent, in the candidate's words.
create table consent_events (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  phone_number text not null,
  change text not null check (change in ('optedOut', 'optedIn')),
  source text not null check (source in ('keyword', 'reviewed', 'carrier')),
  wording text,
  actor_user_id uuid,
  created_at timestamptz not null,
  -- This and the next four: from our last text before the event. Null: there was none.
  seat_id uuid,
  person_id uuid,
  number_id uuid,
  template_id uuid,
  automation_id uuid,
  primary key (account_id, id)
);
create index consent_events_by_number on consent_events (account_id, phone_number, created_at desc);
create index consent_events_opted_out on consent_events (account_id, created_at) where change = 'optedOut';

create function mark_opted_out() returns trigger language plpgsql as $$
declare
  account uuid := coalesce(new.account_id, old.account_id);
begin
  perform mark_candidate(account, c.id) from candidates c
   where c.account_id = account and c.phone_number = coalesce(new.phone_number, old.phone_number);
  return null;
end $$;
create trigger mark_opted_out after insert or delete on opt_outs for each row execute function mark_opted_out();

-- Any opt-out ends the candidate's offers, since we couldn't reply to their choice.
create function withdraw_offers_of_opted_out() returns trigger language plpgsql as $$
begin
  with withdrawn as (
    update time_offers o set status = 'withdrawn', withdrawn_because = 'optedOut'
      from candidates c
     where c.account_id = new.account_id and c.phone_number = new.phone_number
       and o.account_id = c.account_id and o.candidate_id = c.id and o.status in ('open', 'booking', 'needsPerson')
    returning o.id
  ), released as (
    update offered_times t set held = false
      from withdrawn w where t.account_id = new.account_id and t.offer_id = w.id and t.held
  )
  delete from awaited_answers a
   using candidates c, withdrawn w
   where c.account_id = new.account_id and c.phone_number = new.phone_number
     and a.account_id = c.account_id and a.candidate_id = c.id and a.kind = 'times' and a.subject_id = w.id;
  return null;
end $$;
create trigger withdraw_offers after insert on opt_outs for each row execute function withdraw_offers_of_opted_out();

-- Not everyone who opts out has written.
create function mark_opt_out() returns trigger language plpgsql as $$
begin
  insert into fact_marks (account_id, source_id) values (new.account_id, new.id);
  return null;
end $$;
create trigger mark_opt_out after insert on consent_events for each row when (new.change = 'optedOut') execute function
  mark_opt_out();
