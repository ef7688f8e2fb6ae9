-- Accounts and the people in them. Every tenant table has account_id first in its primary key and unique keys, so that the same
-- schema can be distributed by account. The few tables without one are directories that lead to the account.

create table accounts (
  id uuid primary key,
  name text not null,
  type text not null check (type in ('none', 'personal', 'team', 'rectxt')),
  plan_type text not null check (plan_type in ('free', 'payg', 'monthly', 'annual')),
  created_at timestamptz not null default now(),
  -- Everyone needs a second step, except with single sign-on: that's up to the provider.
  mfa_required boolean not null default false,
  -- When the whole account will be erased, because its last person asked to be deleted.
  deletes_at timestamptz,
  -- Features that staff turned on for the account, beyond what everyone has.
  features_enabled text[] not null default '{}'::text[],
  -- A payment is overdue beyond the grace period. Nothing is sent until it's paid; receiving continues.
  sending_stopped_at timestamptz,
  -- Who drafts texts for the account. Null: no admin has chosen yet.
  ai_mode text check (ai_mode in ('off', 'builtIn', 'model')),
  -- A line that admins want in every text that begins from a draft.
  ai_note text check (length(ai_note) <= 120),
  count_link_clicks boolean not null default false,
  compares_people boolean not null default false,
  -- Texts count from then on, until the account's first invoice is paid. Null: they don't count.
  invoice_unpaid_since timestamptz,
  -- Segments that went out on unpaid invoices before the present one: coming back to invoices brings no new ones.
  unpaid_texts_before integer not null default 0
);
-- Staff search accounts by the beginning of a name, email address or number.
create index accounts_by_name on accounts (lower(name) text_pattern_ops);
create index accounts_stopped on accounts (id) where sending_stopped_at is not null;
create index accounts_with_features on accounts (id) where features_enabled <> '{}'::text[];

create table users (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  user_type text not null check (user_type in ('admin', 'member')),
  first_name text not null,
  last_name text not null,
  email text not null,
  -- Null: the person joined through single sign-on.
  password_hash text,
  phone_number text,
  timezone text not null,
  undo_seconds smallint not null default 5 check (undo_seconds between 0 and 30),
  created_at timestamptz not null default now(),
  email_verified_at timestamptz,
  mfa_enabled boolean not null default false,
  -- Names the picture's content. The bytes are stored with the media.
  avatar_id uuid,
  notify_browser boolean not null default false,
  notify_sound boolean not null default false,
  notify_hide_text boolean not null default false,
  notify_mail boolean not null default false,
  -- When the last mail about waiting candidates went out.
  waiting_mailed_at timestamptz,
  call_forwarding_enabled boolean not null default false,
  call_forwarding_number text,
  -- When the person will be erased. Null: they didn't ask for it.
  deletes_at timestamptz,
  -- When we mailed that the deletion is near.
  deletion_warned_at timestamptz,
  -- A person without a seat stays in the account, but can't sign in until they get one again.
  deactivated_at timestamptz,
  -- Accurate to a few minutes.
  last_active_at timestamptz,
  call_forwarding_hours text not null default 'always' check (call_forwarding_hours in ('always', 'businessHours')),
  -- Whether scheduled texts still go out after the person loses their seat.
  texts_go_on boolean not null default true,
  calendar_shortcut_enabled boolean not null default true,
  interview_reminder_enabled boolean not null default true,
  onboarding_message_enabled boolean not null default true,
  stage_message_enabled boolean not null default true,
  -- Wants a mail when one of their automatic texts is held or fails.
  automation_reminder boolean not null default true,
  weekly_figures boolean not null default false,
  -- Monday of the last week mailed.
  weekly_figures_mailed date,
  primary key (account_id, id),
  constraint users_forward_somewhere check (not call_forwarding_enabled or call_forwarding_number is not null)
);
-- Swept across all accounts.
create index users_to_delete on users (deletes_at) where deletes_at is not null;
create index users_with_weekly_figures on users (account_id, id) where weekly_figures;

-- Directory: email address to user. Lowercase.
create table logins (
  email text primary key,
  account_id uuid not null,
  user_id uuid not null,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index logins_by_beginning on logins (email text_pattern_ops);

create table seats (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  status text not null check (status in ('used', 'available', 'pendingInvitation', 'rectxt')),
  seat_role text not null check (seat_role in ('recruiter', 'hiringManager')),
  seat_type text not null check (seat_type in ('texter', 'nonTexter')),
  tags text[] not null default '{}'::text[],
  user_id uuid,
  -- Lowercase.
  pending_email text,
  created_at timestamptz not null default now(),
  -- A removed seat keeps its threads, so its row stays.
  removed_at timestamptz,
  -- Who gets the conversations of a seat that no one has. Null: not covered.
  covered_by uuid,
  primary key (account_id, id),
  foreign key (account_id, covered_by) references users (account_id, id) on delete set null (covered_by),
  foreign key (account_id, user_id) references users (account_id, id),
  check ((status = 'used') = (user_id is not null)),
  check (removed_at is null or status = 'available'),
  check ((status = 'pendingInvitation') = (pending_email is not null))
);
create index seats_covered on seats (account_id, covered_by) where covered_by is not null;
create unique index seats_one_per_pending_email on seats (account_id, pending_email) where pending_email is not null;
create unique index seats_one_per_user on seats (account_id, user_id) where user_id is not null;

-- Invitation to a pending seat. A newer link voids the older one. Only the hash is kept.
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
create index invitations_by_end on invitations (expires_at);

-- Absences, and the automatic reply to candidates. No row: never set.
create table out_of_office (
  account_id uuid not null,
  user_id uuid not null,
  enabled boolean not null default false,
  message text not null default '',
  -- Null: from when it was turned on until it's turned off.
  starts_at timestamptz,
  ends_at timestamptz,
  delegate_user_id uuid,
  -- New each time it's turned on. A candidate gets one reply per absence.
  absence_id uuid,
  switched_on_at timestamptz,
  primary key (account_id, user_id),
  foreign key (account_id, delegate_user_id) references users (account_id, id) on delete set null (delegate_user_id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade,
  check (ends_at > starts_at),
  check (not enabled or (absence_id is not null and switched_on_at is not null))
);
create index out_of_office_by_delegate on out_of_office (account_id, delegate_user_id)
  where enabled and delegate_user_id is not null;

-- The absence in which a candidate last got the automatic reply, so each absence sends only one.
create table out_of_office_replies (
  account_id uuid not null,
  user_id uuid not null,
  candidate_id uuid not null,
  absence_id uuid not null,
  replied_at timestamptz not null,
  primary key (account_id, user_id, candidate_id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);

-- Sent to support with the contact form.
create table support_messages (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  user_id uuid not null,
  subject text not null,
  message text not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index support_messages_by_age on support_messages (created_at);
create index support_messages_of_person on support_messages (account_id, user_id);

create function mark_automations_of_user() returns trigger language plpgsql as $$
begin
  insert into plan_marks (account_id, automation_id)
  select a.account_id, a.id from automations a
   where a.account_id = new.account_id and a.owner_id = new.id and a.deleted_at is null;
  return null;
end $$;
create trigger mark_automations after update of interview_reminder_enabled, onboarding_message_enabled, stage_message_enabled,
  deactivated_at, deletes_at on users for each row execute function mark_automations_of_user();
