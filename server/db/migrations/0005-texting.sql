create table conversations (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  seat_id uuid not null,
  candidate_id uuid not null,
  assignee_id uuid,
  last_message_id uuid,
  last_message_at timestamptz not null,
  last_inbound_at timestamptz,
  unread_count integer not null default 0 check (unread_count >= 0),
  waiting_since timestamptz,
  archived_at timestamptz,
  held_message_id uuid,
  held_at timestamptz,
  -- When the person was mailed that the candidate is waiting: once per unread wait.
  waiting_mailed_at timestamptz,
  -- hold: nothing goes out until a person reviews the text. ask: a person may answer, automatic texts wait.
  hold_kind text not null default 'hold' check (hold_kind in ('hold', 'ask')),
  -- When the last reply came in that isn't clearly ordinary and that no person has read.
  unread_reply_at timestamptz,
  primary key (account_id, id),
  unique (account_id, candidate_id, seat_id),
  foreign key (account_id, candidate_id) references candidates (account_id, id) on delete cascade,
  foreign key (account_id, seat_id) references seats (account_id, id)
);
create index account_inbox_all on conversations (account_id, last_message_at desc, id desc) where archived_at is null;
create index account_inbox_archived on conversations (account_id, last_message_at desc, id desc) where archived_at is not null;
create index account_inbox_unread on conversations (account_id, last_message_at desc, id desc)
  where archived_at is null and unread_count > 0;
create index account_inbox_waiting on conversations (account_id, waiting_since, id)
  where archived_at is null and waiting_since is not null;
-- One index per inbox filter, for one person and for the whole account.
create index inbox_all on conversations (account_id, assignee_id, last_message_at desc, id desc) where archived_at is null;
create index inbox_archived on conversations (account_id, assignee_id, last_message_at desc, id desc)
  where archived_at is not null;
create index inbox_unread on conversations (account_id, assignee_id, last_message_at desc, id desc)
  where archived_at is null and unread_count > 0;
create index inbox_waiting on conversations (account_id, assignee_id, waiting_since, id)
  where archived_at is null and waiting_since is not null;

create table messages (
  account_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  direction text not null check (direction in ('inbound', 'outbound')),
  body text not null,
  status text not null check (status in ('scheduled', 'queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed',
    'unknown', 'canceled', 'received')),
  segments integer not null,
  number_id uuid not null,
  candidate_number text not null,
  sender_id uuid,
  -- A text that no person wrote.
  is_automatic boolean not null default false,
  -- When the text that this one answers came in. A reply is welcome at any hour.
  answers_message_at timestamptz,
  carrier_id text,
  carrier_code text,
  error_code text,
  attempts smallint not null default 0,
  created_at timestamptz not null,
  scheduled_at timestamptz,
  -- Don't hand it to the carrier before this.
  send_after timestamptz,
  claimed_at timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  -- A call is a message with an empty body. Null: a text.
  call_outcome text check (call_outcome in ('missed', 'voicemail', 'answered')),
  -- Length of the conversation or the voicemail.
  call_seconds integer,
  -- Reply to STOP, START or HELP. Goes out despite an opt-out; other automatic texts don't.
  is_confirmation boolean not null default false,
  -- The Idempotency-Key it was sent with, so the browser that sent it recognizes it.
  client_key text,
  -- The template it was written with, which may have been deleted since.
  template_id uuid,
  -- Not sent after this, because what it's about has begun.
  expires_at timestamptz,
  -- The number's seat at that time. Never changes. No key: it may be gone.
  seat_id uuid,
  -- Who typed it, or else who had the seat then. Never changes. No key: they may be gone.
  person_id uuid,
  automation_id uuid,
  primary key (account_id, id),
  foreign key (account_id, conversation_id) references conversations (account_id, id) on delete cascade,
  check (call_outcome is null or (direction = 'inbound' and body = '' and status = 'received'))
);
create unique index messages_by_carrier_id on messages (account_id, carrier_id) where carrier_id is not null;
-- Finds a conversation's calls among thousands of texts.
create index messages_calls on messages (account_id, conversation_id, created_at desc, id desc) where call_outcome is not null;
-- All that still goes out where sending has stopped.
create index messages_confirmations on messages (account_id, number_id, send_after, id)
  where status in ('scheduled', 'queued') and is_confirmation;
-- Recent failures.
create index messages_failed on messages (account_id, created_at desc) where status in ('undelivered', 'failed', 'unknown');
create index messages_of_conversation on messages (account_id, conversation_id, created_at desc, id desc);
-- Texts whose outcome may be lost, also sent ones without a final receipt. Swept across all accounts.
create index messages_unsettled on messages (claimed_at) where status in ('sending', 'sent', 'unknown');
-- One number's queue. Typed texts and confirmations come before other automatic texts.
create index messages_waiting on messages (account_id, number_id, (case when (is_automatic and (not is_confirmation)) then 1
  else 0 end), send_after, id)
  where status in ('scheduled', 'queued');

create table media (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  message_id uuid,
  position smallint not null default 0,
  status text not null check (status in ('pending', 'stored', 'refused')),
  content_type text not null,
  bytes integer,
  -- Where the carrier keeps it until we store it.
  carrier_url text,
  uploaded_by uuid,
  created_at timestamptz not null default now(),
  -- A picture is in a text, in a template, or unused.
  template_id uuid,
  primary key (account_id, id),
  foreign key (account_id, message_id) references messages (account_id, id) on delete cascade,
  check (message_id is null or template_id is null)
);
create index media_of_message on media (account_id, message_id, "position") where message_id is not null;
create index media_of_template on media (account_id, template_id, "position") where template_id is not null;
create index media_unsent on media (account_id, uploaded_by) where message_id is null and template_id is null;
-- Uploads that aren't in a text or template. Swept by age.
create index media_unused on media (created_at) where message_id is null and template_id is null;
-- Checked before every upload: what the person and the account added in the last day, and what is still unused.
create index media_uploaded on media (account_id, created_at) include (uploaded_by, bytes) where uploaded_by is not null;

-- Decisions on texts that may mean stop, so staff can review the rules that held them.
create table hold_reviews (
  account_id uuid not null,
  id uuid not null,
  candidate_id uuid not null,
  wording text not null,
  opted_out boolean not null,
  reviewed_by uuid not null,
  reviewed_at timestamptz not null,
  kind text not null default 'hold' check (kind in ('hold', 'ask')),
  primary key (account_id, id),
  foreign key (account_id, candidate_id) references candidates (account_id, id) on delete cascade
);
create index hold_reviews_candidate on hold_reviews (account_id, candidate_id);
-- Swept by age.
create index hold_reviews_due on hold_reviews (reviewed_at);
-- Read by staff across all accounts, newest first.
create index hold_reviews_latest on hold_reviews (id desc);

-- Calls to business numbers. The unique carrier ID makes hearing of a call twice harmless.
create table calls (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  carrier_call_id text not null,
  number_id uuid not null,
  seat_id uuid not null,
  business_number text not null,
  -- Null: caller ID withheld.
  caller text,
  -- The phone that's ringing. Null: none, or the call is over.
  forwarded_to text,
  status text not null check (status in ('ringing', 'missed', 'voicemail', 'answered')),
  accepted_at timestamptz,
  seconds integer,
  -- Its entry in the thread. Null: the outcome isn't known yet. Deleted with the candidate.
  message_id uuid,
  started_at timestamptz not null,
  ended_at timestamptz,
  primary key (account_id, id),
  unique (account_id, carrier_call_id),
  foreign key (account_id, message_id) references messages (account_id, id) on delete cascade,
  foreign key (account_id, seat_id) references seats (account_id, id) on delete cascade
);
create index calls_by_message on calls (account_id, message_id) where message_id is not null;
-- Calls whose end may be lost. Swept across all accounts.
create index calls_ringing on calls (started_at) where status = 'ringing';

-- Carrier webhooks, stored before we reply and deleted once processed. The unique carrier ID of a message makes processing twice
-- harmless.
create table carrier_events (
  id bigint generated always as identity primary key,
  carrier text not null,
  -- From the URL the carrier called: the message a receipt is for.
  account_id uuid,
  message_id uuid,
  payload jsonb not null,
  attempts integer not null default 0,
  retry_at timestamptz not null default now(),
  last_error text,
  received_at timestamptz not null default now(),
  -- Null: not an inbound text.
  sender text generated always as (case payload ->> 'type' when 'inbound' then payload ->> 'from' end) stored,
  receiver text generated always as (case payload ->> 'type' when 'inbound' then payload ->> 'to' end) stored,
  -- When processing last failed.
  failed_at timestamptz,
  -- One process at a time handles a lane, in order: all texts of one sender, all receipts of one message.
  lane smallint not null generated always as ((hashtext(coalesce(case payload ->> 'type' when 'inbound' then payload ->> 'from'
    end, message_id::text, '')) & 15)::smallint) stored,
  -- Request in an inbound text, judged by its words alone. Applies before the text is processed.
  asks text check (asks in ('optOut', 'hold'))
);
-- Checked for each accepted text. Almost always empty.
create index carrier_events_asking on carrier_events (sender, asks) where asks is not null;
-- Shown to staff.
create index carrier_events_failed on carrier_events (id) where attempts > 0;
-- The oldest in a lane, except those given up on.
create index carrier_events_of_lane on carrier_events (lane, id) where retry_at < 'infinity'::timestamp with time zone;
-- Checked for each text when it's sent: does that phone have an unprocessed text?
create index carrier_events_unheard on carrier_events (sender) where sender is not null;

-- Events for open browsers. Readers go by (xact, id) below the oldest running transaction, so an event that commits late isn't
-- missed.
create table live_events (
  account_id uuid not null,
  xact xid8 not null default pg_current_xact_id(),
  id bigint generated always as identity,
  kind text not null check (kind in ('message.created', 'message.updated', 'conversation.updated', 'seat.updated')),
  -- The seat for seat.updated, otherwise the conversation.
  subject_id uuid not null,
  message_id uuid,
  created_at timestamptz not null default now(),
  primary key (account_id, xact, id)
);
create index live_events_in_order on live_events (xact, id);
