-- Everything an account has, as one file for an admin. The file is in parts where media are kept (decision 101).
create table account_exports (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  -- Whose session or key asked for it.
  created_by uuid not null,
  with_texts boolean not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
  progress smallint not null default 0,
  attempts smallint not null default 0,
  -- The run that writes it. One that has lost it writes no more.
  run uuid,
  -- In order, each of one size but the last.
  parts uuid[] not null default '{}',
  bytes bigint not null default 0,
  manifest jsonb,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz,
  primary key (account_id, id)
);
-- One at a time.
create unique index account_exports_open on account_exports (account_id) where status in ('queued', 'running');
create index account_exports_listed on account_exports (account_id, created_at desc, id desc);
-- Swept.
create index account_exports_due on account_exports (created_at);
create index account_exports_with_file on account_exports (created_at) where parts <> '{}';

-- An export that is to become an account's content. The file is kept until that is done.
create table account_imports (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  created_by uuid not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
  progress smallint not null default 0,
  attempts smallint not null default 0,
  reason text,
  parts uuid[] not null default '{}',
  bytes bigint not null default 0,
  -- SHA-256 of the manifest that was imported.
  manifest_hash text,
  -- All rows are written; media may not be.
  written_at timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (account_id, id)
);
create unique index account_imports_open on account_imports (account_id) where status in ('queued', 'running');
create index account_imports_listed on account_imports (account_id, created_at desc, id desc);
create index account_imports_due on account_imports (created_at);
create index account_imports_with_file on account_imports (created_at) where parts <> '{}';

-- What comes with an import happened before, elsewhere.
create or replace function write_event(account uuid, kind text, subject uuid, states jsonb) returns void language plpgsql as $$
begin
  if current_setting('hiretext.importing', true) = 'on' then return; end if;
  insert into new_events (account_id, type, subject_id, data, cause)
  values (account, kind, subject, states, nullif(current_setting('hiretext.cause', true), '')::jsonb);
end $$;
create or replace function note_new_messages() returns trigger language plpgsql as $$
begin
  if current_setting('hiretext.restoring', true) = 'on' or current_setting('hiretext.importing', true) = 'on' then return null; end if;
  insert into new_events (account_id, type, subject_id, data, cause)
  select m.account_id,
         case when m.call_outcome is not null then 'call.missed' when m.direction = 'inbound' then 'message.received'
              else 'message.queued' end,
         m.id, jsonb_build_object('status', m.status, 'errorCode', m.error_code, 'segments', m.segments),
         coalesce(causes.value, nullif(current_setting('hiretext.cause', true), '')::jsonb)
    from written m
    left join jsonb_each(nullif(current_setting('hiretext.causes', true), '')::jsonb) as causes on causes.key = m.id::text
   where m.call_outcome is distinct from 'answered'
   order by m.id;
  return null;
end $$;
