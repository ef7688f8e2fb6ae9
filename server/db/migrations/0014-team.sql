-- A person without a seat stays in the account, and can't sign in until they get one again. Who joins by single sign-on has no
-- password.
alter table users
  alter column password_hash drop not null,
  add column deactivated_at timestamptz,
  -- To within some minutes.
  add column last_active_at timestamptz;

-- A seat that was removed keeps its threads, so its row stays. The address of an invitation is in lower case.
alter table seats
  add column removed_at timestamptz,
  add check (removed_at is null or status = 'available'),
  add check ((status = 'pendingInvitation') = (pending_email is not null));
create unique index seats_one_per_pending_email on seats (account_id, pending_email) where pending_email is not null;

-- Who is to take a seat that is pending. A newer link voids the older; only its hash is kept.
create table invitations (
  account_id uuid not null,
  seat_id uuid not null,
  user_type text not null check (user_type in ('admin', 'member')),
  first_name text,
  last_name text,
  inviter_id uuid not null,
  inviter_first_name text not null,
  secret_hash text not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, seat_id),
  foreign key (account_id, seat_id) references seats (account_id, id) on delete cascade
);

-- A number is the one that its seat texts from (seat_id), or it only receives for a seat (inbound_seat_id): because it is being
-- bought to take the other one's place, or because it is in quarantine until it is given back to the carrier. The row of a
-- number that was given back stays, for the texts that went from it.
alter table numbers
  alter column seat_id drop not null,
  add column inbound_seat_id uuid,
  add column quarantined_until timestamptz,
  add column released_at timestamptz,
  add foreign key (account_id, inbound_seat_id) references seats (account_id, id) on delete cascade,
  add check (num_nonnulls(seat_id, inbound_seat_id) = 1),
  add check (quarantined_until is null or seat_id is null),
  add check (released_at is null or quarantined_until is not null),
  drop constraint numbers_account_id_phone_number_key;
create unique index numbers_account_id_phone_number_key on numbers (account_id, phone_number) where released_at is null;
create unique index numbers_one_replacement on numbers (account_id, inbound_seat_id)
  where inbound_seat_id is not null and quarantined_until is null;

-- Who of the company did what to whom, when and from where; never changed, only added to.
create table audit_events (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  actor_id uuid not null,
  -- As they were called then.
  actor_name text not null,
  action text not null,
  -- The person or seat that it was done to, and what to call it.
  subject_id uuid,
  subject text,
  details jsonb not null default '{}',
  ip text,
  user_agent text,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index audit_events_newest on audit_events (account_id, created_at desc, id desc);
create index audit_events_by_actor on audit_events (account_id, actor_id, created_at desc, id desc);
create index audit_events_by_action on audit_events (account_id, action, created_at desc, id desc);
