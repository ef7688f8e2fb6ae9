create table numbers (
  account_id uuid not null,
  id uuid not null,
  seat_id uuid,
  phone_number text not null,
  carrier text not null,
  carrier_number_id text,
  link_status text not null check (link_status in ('linking', 'linked', 'rejected')),
  created_at timestamptz not null default now(),
  linked_at timestamptz,
  -- The carrier's pace: the number's next text isn't handed over before this.
  next_send_at timestamptz not null default '-infinity'::timestamp with time zone,
  -- A seat texts from its number (seat_id) or only receives on it (inbound_seat_id): while it's bought as a replacement, or in
  -- quarantine. The row of a released number stays for its texts.
  inbound_seat_id uuid,
  quarantined_until timestamptz,
  released_at timestamptz,
  -- The call webhook the carrier has. If it isn't the current one, the carrier needs an update.
  calls_url text,
  -- When it was attached to an approved campaign.
  registered_at timestamptz,
  -- Its calls stay with the phone company.
  is_landline boolean not null default false,
  -- Why the carrier won't let the number text. For a landline, see its order.
  rejection text,
  -- The carrier's reason for not adding the number to the campaign.
  registration_refusal text,
  -- The carrier blocked texts although the number was attached. Wait until then to attach it again.
  attach_after timestamptz,
  primary key (account_id, id),
  unique (account_id, seat_id),
  foreign key (account_id, inbound_seat_id) references seats (account_id, id) on delete cascade,
  foreign key (account_id, seat_id) references seats (account_id, id) on delete cascade,
  check (num_nonnulls(seat_id, inbound_seat_id) = 1),
  check (quarantined_until is null or seat_id is null),
  check (released_at is null or quarantined_until is not null)
);
create unique index numbers_account_id_phone_number_key on numbers (account_id, phone_number) where released_at is null;
create index numbers_by_calls_url on numbers (calls_url) where link_status = 'linked';
create unique index numbers_one_replacement on numbers (account_id, inbound_seat_id)
  where inbound_seat_id is not null and quarantined_until is null;
create index numbers_received_by on numbers (account_id, inbound_seat_id) where inbound_seat_id is not null;
-- Unlinked numbers of all accounts.
create index numbers_unlinked on numbers (link_status, id) where link_status <> 'linked' and released_at is null;

-- Directory: business number to account.
create table number_directory (
  phone_number text primary key,
  account_id uuid not null,
  number_id uuid not null,
  foreign key (account_id, number_id) references numbers (account_id, id) on delete cascade
);
create index number_directory_by_beginning on number_directory (phone_number text_pattern_ops);

-- One attempt to link a landline.
create table landline_orders (
  account_id uuid not null,
  id uuid not null,
  seat_id uuid not null,
  user_id uuid not null,
  phone_number text not null,
  carrier text not null,
  -- Null: the carrier hasn't confirmed the order yet.
  carrier_order_id text,
  state text not null,
  owner jsonb not null,
  -- Where the carrier sends its mail.
  email text not null,
  -- What the person presses on the phone, if the carrier verifies that way.
  code_to_type text,
  code_sent_at timestamptz,
  code_tries integer not null default 0,
  letter_submitted boolean not null default false,
  needs_carrier_letter boolean not null default false,
  rejection text,
  number_id uuid,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- When ownership was proven.
  proven_at timestamptz,
  -- Since when the carrier keeps an order that we withdrew.
  kept_at timestamptz,
  constraint hosting_orders_pkey primary key (account_id, id),
  constraint hosting_orders_account_id_fkey foreign key (account_id) references accounts (id) on delete cascade,
  constraint hosting_orders_account_id_seat_id_fkey foreign key (account_id, seat_id) references seats (account_id, id) on delete
    cascade,
  constraint hosting_orders_state_check check (state in ('verifying', 'signing', 'reviewing', 'linked', 'rejected', 'withdrawn'))
);
create index landline_orders_kept on landline_orders (id) where kept_at is not null;
create index landline_orders_of_seat on landline_orders (account_id, seat_id, created_at desc);
create unique index landline_orders_one_open on landline_orders (account_id, seat_id)
  where state in ('verifying', 'signing', 'reviewing');

-- Directory: number to the order that is linking it. Stays until the carrier lets go of the order.
create table landline_claims (
  phone_number text not null,
  account_id uuid not null,
  order_id uuid not null,
  constraint hosting_claims_pkey primary key (phone_number),
  constraint hosting_claims_account_id_order_id_fkey foreign key (account_id, order_id) references landline_orders (account_id,
    id) on delete cascade
);

create table landline_letters (
  account_id uuid not null,
  order_id uuid not null,
  name text not null,
  title text not null,
  signature text not null,
  signed_by uuid not null,
  ip text,
  signed_at timestamptz not null,
  -- The PDF as signed.
  content bytea not null,
  constraint hosting_letters_pkey primary key (account_id, order_id),
  constraint hosting_letters_account_id_order_id_fkey foreign key (account_id, order_id) references landline_orders (account_id,
    id) on delete cascade
);

create table landline_bills (
  account_id uuid not null,
  order_id uuid not null,
  content bytea not null,
  uploaded_at timestamptz not null,
  constraint hosting_bills_pkey primary key (account_id, order_id),
  constraint hosting_bills_account_id_order_id_fkey foreign key (account_id, order_id) references landline_orders (account_id, id)
    on delete cascade
);

-- An account's registration with the carriers (A2P 10DLC).
create table registrations (
  account_id uuid primary key references accounts (id) on delete cascade,
  -- Our reference at the carrier, to find what we created there.
  reference uuid not null,
  state text not null check (state in ('draft', 'submitted', 'brandApproved', 'campaignInReview', 'approved', 'rejected',
    'suspended')),
  draft jsonb not null,
  sealed_ein text,
  brand_id text,
  campaign_id text,
  rejected_stage text check (rejected_stage in ('brand', 'campaign')),
  findings jsonb not null default '[]'::jsonb,
  -- Increases with each submission, so results for an earlier one are ignored.
  submission integer not null default 0,
  -- The last submission whose brand the carrier has received.
  submitted_up_to integer not null default 0,
  changed_at timestamptz not null,
  -- When to ask the carrier next. Null: not waiting for the carrier.
  look_at timestamptz,
  unique (reference)
);
create index registrations_to_look_at on registrations (look_at) where look_at is not null;

create table registration_changes (
  account_id uuid not null references registrations (account_id) on delete cascade,
  id uuid not null,
  state text not null,
  user_id uuid,
  changed_at timestamptz not null,
  primary key (account_id, id)
);

-- Nodes cache sessions (decision 82). A change to anything a session is built from notifies this connection at once, and all
-- others on commit.
create function tell_sessions() returns trigger language plpgsql as $$
declare
  account text := to_jsonb(coalesce(new, old)) ->> tg_argv[0];
  change text := account || ' ' || pg_current_xact_id();
begin
  -- "info", because no setting of the client's keeps it back, and the server doesn't log it.
  raise info using message = change, errcode = 'HT001';
  perform pg_notify('sessions', change);
  return null;
end $$;
create trigger tell_sessions after insert or delete or update of id, type, plan_type, mfa_required on accounts for each row
  execute function tell_sessions('id');
create trigger tell_sessions after insert or delete or update on landline_orders for each row execute function
  tell_sessions('account_id');
create trigger tell_sessions after insert or delete or update of account_id, id, seat_id, inbound_seat_id, phone_number,
  link_status, is_landline, rejection, created_at on numbers for each row execute function tell_sessions('account_id');
create trigger tell_sessions after insert or delete or update of account_id, delegate_user_id, enabled on out_of_office for each
  row execute function tell_sessions('account_id');
create trigger tell_sessions after insert or delete or update of account_id, id, user_id, seat_role, seat_type, removed_at on
  seats for each row execute function tell_sessions('account_id');
-- Only the columns that the session query reads, so pace and last activity cost nothing. A test compares them.
create trigger tell_sessions after insert or delete or update of account_id, id, user_id, key_hash, expires_at, ended_at,
  by_sso, staff_account_id, staff_user_id, staff_session_id on sessions for each row execute function
  tell_sessions('account_id');
create trigger tell_sessions after insert or delete or update of account_id, id, user_type, email, email_verified_at,
  first_name, last_name, avatar_id, mfa_enabled, deactivated_at on users for each row execute function
  tell_sessions('account_id');

create view seat_numbers as
select seats.account_id, seats.id as seat_id, numbers.id as number_id,
       coalesce(numbers.phone_number, brought.phone_number) as phone_number,
       coalesce(numbers.link_status, brought.link_status) as link_status,
       coalesce(numbers.is_landline, brought.phone_number is not null) as is_landline,
       coalesce(numbers.rejection, brought.rejection) as rejection
  from seats
  left join numbers on numbers.account_id = seats.account_id and numbers.seat_id = seats.id
  left join lateral (
    select latest.phone_number, latest.rejection,
           case latest.state when 'rejected' then 'rejected' else 'linking' end as link_status
      from (
        select * from landline_orders
         where numbers.id is null and seats.seat_type = 'texter' and seats.removed_at is null
           and landline_orders.account_id = seats.account_id and landline_orders.seat_id = seats.id
         order by created_at desc, id desc limit 1
      ) as latest
     where latest.state in ('verifying', 'signing', 'reviewing')
        -- A rejection is news until the seat has had another number.
        or latest.state = 'rejected' and not exists (
          select from numbers as later
           where later.account_id = latest.account_id and later.inbound_seat_id = latest.seat_id
             and later.created_at > latest.created_at)
  ) as brought on true;
