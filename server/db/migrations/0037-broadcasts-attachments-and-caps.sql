-- in steps
-- Attachments of broadcasts, what a brand may send in a day, and one look for the broadcast that someone answers.

-- step
alter table media
  -- The attachments of a broadcast are its own. Each of its texts has rows that only show them.
  add column if not exists broadcast_id uuid,
  -- Whose content it shows. Null: its own. No key: a broadcast goes with its account only.
  add column if not exists content_id uuid;
alter table broadcasts
  -- The carriers take no more texts of the company until then.
  add column if not exists waits_until timestamptz;

-- step
alter table media drop constraint if exists media_in_one_place;
alter table media add constraint media_in_one_place check (num_nonnulls(message_id, template_id, broadcast_id) <= 1) not valid;
alter table media drop constraint if exists media_broadcast;
alter table media add constraint media_broadcast
  foreign key (account_id, broadcast_id) references broadcasts (account_id, id) on delete cascade not valid;

-- step
alter table media validate constraint media_in_one_place;

-- step
alter table media validate constraint media_broadcast;
alter table media drop constraint if exists media_check;

-- step
create index concurrently if not exists media_of_broadcast on media (account_id, broadcast_id, "position")
  where broadcast_id is not null;

-- step
-- What all broadcasts of a company wrote today.
create index concurrently if not exists broadcast_recipients_written on broadcast_recipients (account_id, written_at)
  include (segments) where written_at is not null;

-- step
-- The latest broadcast that a number got in the 30 days before.
create or replace function broadcast_got(account uuid, phone text, at timestamptz) returns uuid language sql stable as $$
  select r.broadcast_id from broadcast_recipients r
   where r.account_id = account and r.phone_number = phone and r.written_at between at - interval '30 days' and at
     and r.outcome in ('sent', 'delivered', 'undelivered', 'unknown')
   order by r.written_at desc limit 1
$$;
create or replace function mark_broadcast_answer() returns trigger language plpgsql as $$
begin
  update broadcast_recipients r set answered_at = new.created_at
   where r.account_id = new.account_id and r.phone_number = new.candidate_number and r.answered_at is null
     and r.broadcast_id = broadcast_got(new.account_id, new.candidate_number, new.created_at)
  returning r.broadcast_id into new.broadcast_id;
  return new;
end $$;
create or replace function mark_broadcast_opt_out() returns trigger language plpgsql as $$
begin
  update broadcast_recipients r set opted_out_at = new.opted_out_at
   where r.account_id = new.account_id and r.phone_number = new.phone_number and r.opted_out_at is null
     and r.broadcast_id = broadcast_got(new.account_id, new.phone_number, new.opted_out_at);
  return null;
end $$;
