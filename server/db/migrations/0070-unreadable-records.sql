-- Records of connected systems that couldn't be read, until they are.
create table ats_set_aside (
  account_id uuid not null,
  ats_type text not null,
  kind text not null,
  -- The system's own ID, or one made of what it told.
  key text not null,
  external_id text,
  name text,
  -- What didn't fit, by the names of fields.
  field text not null,
  seen_at timestamptz not null,
  primary key (account_id, ats_type, kind, key),
  foreign key (account_id, ats_type) references ats_connections (account_id, ats_type) on delete cascade
);

alter table ats_connections
  -- When the last sync began that read everything, whether it had changed or not.
  add column read_all_from timestamptz,
  -- Whose number reminders of its interviews come from, where nothing else says it.
  add column reminder_user_id uuid,
  add foreign key (account_id, reminder_user_id) references users (account_id, id) on delete set null (reminder_user_id);

-- When a system was asked for the last time and told of it. Null: entered by hand, or told before this was kept.
alter table interviews add column told_at timestamptz;

-- Whose reminders go out may be another person's then.
create function mark_reminders() returns trigger language plpgsql as $$
begin
  insert into plan_marks (account_id, automation_id)
  select a.account_id, a.id from automations a
   where a.account_id = new.account_id and a.type = 'interviewReminder' and a.deleted_at is null;
  return null;
end $$;
create trigger mark_reminders after update of reminder_user_id on ats_connections
  for each row when (old.reminder_user_id is distinct from new.reminder_user_id) execute function mark_reminders();
