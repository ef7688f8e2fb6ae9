-- in steps
-- What happened in an account, for other software (decision 98). Triggers write each event with the change it tells of, so that no
-- code can forget one. It has ids and states, and no one's words, names or numbers.

-- step
-- Events that aren't in the log yet. One process moves them there, in the order in which they can be seen.
create table if not exists new_events (
  id bigint generated always as identity primary key,
  account_id uuid not null,
  type text not null,
  -- The row that it's about.
  subject_id uuid not null,
  data jsonb,
  -- The request that changed it, and who sent it. Null: no request did.
  cause jsonb,
  created_at timestamptz not null default now()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

-- step
-- The log. A partition for each day, made and dropped by the server.
create table if not exists events (
  account_id uuid not null,
  -- UUIDv7, rising in the order in which events can be seen. That of the day bounds its partition.
  id uuid not null,
  type text not null,
  subject_id uuid not null,
  data jsonb,
  cause jsonb,
  created_at timestamptz not null,
  primary key (account_id, id)
) partition by range (id);

-- step
-- Locked by the process that moves events. Ids rise even if the clock goes back.
create table if not exists event_position (
  singleton boolean primary key default true check (singleton),
  last_ms bigint not null
);
insert into event_position (last_ms) values (0) on conflict do nothing;

-- step
create or replace function write_event(account uuid, kind text, subject uuid, states jsonb) returns void language plpgsql as $$
begin
  insert into new_events (account_id, type, subject_id, data, cause)
  values (account, kind, subject, states, nullif(current_setting('hiretext.cause', true), '')::jsonb);
end $$;

-- step
-- Texts that share a statement have a cause each. What comes back with a restored candidate happened before.
create or replace function note_new_messages() returns trigger language plpgsql as $$
begin
  if current_setting('hiretext.restoring', true) = 'on' then return null; end if;
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
create or replace trigger note_new_messages after insert on messages referencing new table as written
  for each statement execute function note_new_messages();

-- step
create or replace function note_message() returns trigger language plpgsql as $$
begin
  perform write_event(new.account_id, case new.status when 'undelivered' then 'message.failed' else 'message.' || new.status end,
    new.id, jsonb_build_object('status', new.status, 'errorCode', new.error_code, 'segments', new.segments));
  return null;
end $$;
create or replace trigger note_message after update of status on messages for each row
  when (new.status <> old.status
        and (new.status in ('sent', 'delivered', 'undelivered', 'failed', 'canceled')
             or new.status = 'queued' and old.status = 'scheduled'))
  execute function note_message();

-- step
create or replace function note_conversation() returns trigger language plpgsql as $$
declare
  states jsonb := jsonb_build_object('assigneeId', new.assignee_id);
begin
  if tg_op = 'INSERT' then
    perform write_event(new.account_id, 'conversation.created', new.id, states);
    return null;
  end if;
  if new.assignee_id is distinct from old.assignee_id then
    perform write_event(new.account_id, 'conversation.assigned', new.id, states);
  end if;
  if (new.archived_at is null) <> (old.archived_at is null) then
    perform write_event(new.account_id,
      case when new.archived_at is null then 'conversation.unarchived' else 'conversation.archived' end, new.id, states);
  end if;
  return null;
end $$;
create or replace trigger note_new_conversation after insert on conversations for each row
  when (current_setting('hiretext.restoring', true) is distinct from 'on') execute function note_conversation();
create or replace trigger note_conversation after update of assignee_id, archived_at on conversations for each row
  when (new.assignee_id is distinct from old.assignee_id or (new.archived_at is null) <> (old.archived_at is null))
  execute function note_conversation();

-- step
-- A candidate who is restored is created once more, for software that removed them.
create or replace function note_candidate() returns trigger language plpgsql as $$
begin
  perform write_event(new.account_id, case tg_op when 'INSERT' then 'candidate.created' else 'candidate.updated' end, new.id, null);
  return null;
end $$;
create or replace trigger note_new_candidate after insert on candidates for each row execute function note_candidate();
create or replace trigger note_candidate after update on candidates for each row
  when (new.* is distinct from old.*) execute function note_candidate();

-- step
create or replace function note_deleted_candidate() returns trigger language plpgsql as $$
begin
  -- Otherwise they went with their account.
  if exists (select from accounts a where a.id = old.account_id) then
    perform write_event(old.account_id, 'candidate.deleted', old.id, null);
  end if;
  return null;
end $$;
create or replace trigger note_deleted_candidate after delete on candidates for each row execute function note_deleted_candidate();

-- step
create or replace function note_consent() returns trigger language plpgsql as $$
begin
  perform write_event(new.account_id,
    case new.change when 'optedOut' then 'consent.revoked' when 'held' then 'consent.held' else 'consent.granted' end,
    new.id, jsonb_build_object('source', new.source, 'method', new.method));
  return null;
end $$;
create or replace trigger note_consent after insert on consent_events for each row
  when (new.change <> 'released') execute function note_consent();

-- step
create or replace function note_template() returns trigger language plpgsql as $$
declare
  template templates := coalesce(new, old);
begin
  if exists (select from accounts a where a.id = template.account_id) then
    perform write_event(template.account_id, 'template.changed', template.id, jsonb_build_object(
      'change', case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end,
      'templateType', template.template_type, 'ownerId', template.owner_id));
  end if;
  return null;
end $$;
create or replace trigger note_template after insert or delete on templates for each row execute function note_template();
create or replace trigger note_changed_template after update on templates for each row
  when ((new.name, new.body, new.folder) is distinct from (old.name, old.body, old.folder)) execute function note_template();

-- step
create or replace function note_interview() returns trigger language plpgsql as $$
declare
  kind text := 'interview.updated';
begin
  if tg_op = 'INSERT' then kind := 'interview.created';
  elsif new.status <> old.status and new.status in ('confirmed', 'canceled') then kind := 'interview.' || new.status;
  end if;
  perform write_event(new.account_id, kind, new.id, jsonb_build_object('status', new.status, 'startsAt', new.starts_at,
    'endsAt', new.ends_at));
  return null;
end $$;
-- Of someone without a phone, who is no candidate, no one sees interviews.
create or replace trigger note_new_interview after insert on interviews for each row
  when (new.candidate_id is not null and current_setting('hiretext.restoring', true) is distinct from 'on')
  execute function note_interview();
create or replace trigger note_interview after update on interviews for each row
  when (new.candidate_id is not null
        and (new.candidate_id, new.title, new.starts_at, new.ends_at, new.timezone, new.location, new.video_url, new.interviewers,
             new.status, new.reschedule_requested_at)
            is distinct from (old.candidate_id, old.title, old.starts_at, old.ends_at, old.timezone, old.location, old.video_url,
             old.interviewers, old.status, old.reschedule_requested_at))
  execute function note_interview();

-- step
create or replace function note_linked_number() returns trigger language plpgsql as $$
begin
  perform write_event(new.account_id, 'number.linked', new.id, null);
  return null;
end $$;
create or replace trigger note_linked_number after insert or update of link_status on numbers for each row
  when (new.link_status = 'linked') execute function note_linked_number();
