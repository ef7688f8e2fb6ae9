alter table accounts
  -- express: only those who agreed to be texted, or wrote within a year. any: everyone who hasn't opted out.
  add column broadcast_consent text not null default 'express' check (broadcast_consent in ('express', 'any')),
  -- Of this many recipients and fewer, no one has to approve. Null: of any number.
  add column broadcast_approval_above integer check (broadcast_approval_above >= 0),
  add column broadcasts_per_week smallint not null default 2 check (broadcasts_per_week between 1 and 20);

-- One text of a person to many.
create table broadcasts (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  -- No key: they may be gone.
  author_id uuid not null,
  seat_id uuid not null,
  name text not null,
  body text not null,
  status text not null check (status in ('scheduled', 'awaitingApproval', 'running', 'paused', 'stopped', 'canceled', 'done')),
  -- Why it's paused, stopped or canceled, if no person did that.
  reason text,
  -- When the first text may go.
  starts_at timestamptz not null,
  -- On the clock of each recipient. Null: at one moment for all.
  local_time text,
  -- The first texts are out, and nothing spoke against the others.
  trial_over boolean not null default false,
  -- No key: they may be gone.
  approved_by uuid,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (account_id, id)
);
create index broadcasts_latest on broadcasts (account_id, created_at desc, id desc);
create index broadcasts_of_author on broadcasts (account_id, author_id, created_at desc, id desc);
-- Looked at every second, across all accounts.
create index broadcasts_acting on broadcasts (starts_at) where status in ('scheduled', 'running');

alter table messages add column broadcast_id uuid;

create table broadcast_recipients (
  account_id uuid not null,
  broadcast_id uuid not null,
  -- The text goes to this number, or to none.
  phone_number text not null,
  candidate_id uuid not null,
  outcome text not null check (outcome in ('waiting', 'sent', 'delivered', 'undelivered', 'failed', 'unknown', 'canceled', 'leftOut')),
  -- Why they were left out, wait, or what went wrong.
  reason text,
  send_at timestamptz not null,
  segments smallint not null,
  -- Null: not written yet. No key: it goes with the candidate.
  message_id uuid,
  written_at timestamptz,
  answered_at timestamptz,
  opted_out_at timestamptz,
  primary key (account_id, broadcast_id, phone_number),
  foreign key (account_id, broadcast_id) references broadcasts (account_id, id) on delete cascade,
  foreign key (account_id, candidate_id) references candidates (account_id, id) on delete cascade
);
create index broadcast_recipients_outcomes on broadcast_recipients (account_id, broadcast_id, outcome, phone_number);
create index broadcast_recipients_due on broadcast_recipients (account_id, broadcast_id, send_at, phone_number)
  where outcome = 'waiting' and message_id is null;
create unique index broadcast_recipients_by_message on broadcast_recipients (account_id, message_id) where message_id is not null;
-- What a number got of late.
create index broadcast_recipients_by_phone on broadcast_recipients (account_id, phone_number, written_at desc)
  where written_at is not null;
create index broadcast_recipients_of_candidate on broadcast_recipients (account_id, candidate_id);
create index broadcast_recipients_answers on broadcast_recipients (account_id, broadcast_id)
  where answered_at is not null or opted_out_at is not null;

-- Here, since receipts, claims, sweeps and people all change what becomes of a text.
create function keep_broadcast_outcome() returns trigger language plpgsql as $$
begin
  update broadcast_recipients r
     set outcome = now.outcome, reason = now.reason, send_at = coalesce(new.send_after, r.send_at)
    from (select case when new.status in ('scheduled', 'queued') then 'waiting' when new.status = 'sending' then 'sent'
                      else new.status end as outcome,
                 case when new.status = 'scheduled' then 'quiet_hours' else new.error_code end as reason) as now
   where r.account_id = new.account_id and r.message_id = new.id
     -- "Sending" and "sent" are one outcome.
     and (r.outcome, r.reason, r.send_at)
         is distinct from (now.outcome, now.reason, coalesce(new.send_after, r.send_at));
  return null;
end $$;
create trigger keep_broadcast_outcome after update of status, error_code on messages for each row
  when (new.broadcast_id is not null and new.direction = 'outbound'
        and (new.status, new.error_code) is distinct from (old.status, old.error_code))
  execute function keep_broadcast_outcome();

-- The first text from a number after a broadcast's answers it, for 30 days. What comes back with a restored candidate is marked already.
create function mark_broadcast_answer() returns trigger language plpgsql as $$
begin
  update broadcast_recipients r set answered_at = new.created_at
   where r.account_id = new.account_id and r.phone_number = new.candidate_number and r.answered_at is null
     and r.broadcast_id = (
       select latest.broadcast_id from broadcast_recipients latest
        where latest.account_id = new.account_id and latest.phone_number = new.candidate_number
          and latest.written_at between new.created_at - interval '30 days' and new.created_at
          and latest.outcome in ('sent', 'delivered', 'undelivered', 'unknown')
        order by latest.written_at desc limit 1)
  returning r.broadcast_id into new.broadcast_id;
  return new;
end $$;
create trigger mark_broadcast_answer before insert on messages for each row
  when (new.direction = 'inbound' and new.call_outcome is null and new.broadcast_id is null)
  execute function mark_broadcast_answer();

create function mark_broadcast_opt_out() returns trigger language plpgsql as $$
begin
  update broadcast_recipients r set opted_out_at = new.opted_out_at
   where r.account_id = new.account_id and r.phone_number = new.phone_number and r.opted_out_at is null
     and r.broadcast_id = (
       select latest.broadcast_id from broadcast_recipients latest
        where latest.account_id = new.account_id and latest.phone_number = new.phone_number
          and latest.written_at between new.opted_out_at - interval '30 days' and new.opted_out_at
          and latest.outcome in ('sent', 'delivered', 'undelivered', 'unknown')
        order by latest.written_at desc limit 1);
  return null;
end $$;
create trigger mark_broadcast_opt_out after insert on opt_outs for each row execute function mark_broadcast_opt_out();
