-- What a text or an opt-out counts for. No foreign keys: it stays when the text is deleted. Decision 65.
create table text_facts (
  account_id uuid not null,
  -- The conversation or the opt-out. Null, like id, once the candidate is erased.
  source_id uuid,
  id uuid,
  at timestamptz not null,
  seat_id uuid,
  person_id uuid,
  number_id uuid,
  template_id uuid,
  automation_id uuid,
  -- Null: it didn't fail.
  error_code text,
  sent boolean not null,
  automatic boolean not null,
  delivered boolean not null,
  failed boolean not null,
  received boolean not null,
  started boolean not null,
  answered boolean not null,
  started_by_candidate boolean not null,
  -- A text with a template or of an automation that was answered.
  used_answered boolean not null,
  opted_out boolean not null,
  segments integer not null,
  -- If it's an answer, how long it took, rounded up to a step.
  minutes integer
);
create index text_facts_by_time on text_facts (account_id, at);
create index text_facts_of_person on text_facts (account_id, person_id, at);
create index text_facts_of_seat on text_facts (account_id, seat_id, at);
create index text_facts_of_source on text_facts (account_id, source_id);

-- What the facts of an account come to: for everyone by quarter hour, day and month in UTC, and for each key by day and month.
create table text_sums (
  account_id uuid not null,
  grain text not null check (grain in ('quarter', 'day', 'month')),
  starts_at timestamptz not null,
  kind text not null check (kind in ('everyone', 'person', 'number', 'template', 'automation', 'error', 'minutes')),
  key text,
  sent integer not null,
  automatic integer not null,
  delivered integer not null,
  failed integer not null,
  received integer not null,
  started integer not null,
  answered integer not null,
  started_by_candidates integer not null,
  opt_outs integer not null,
  used_answered integer not null,
  by_candidate integer not null,
  by_us integer not null,
  sent_segments integer not null,
  received_segments integer not null,
  unique nulls not distinct (account_id, grain, kind, starts_at, key)
);

-- Conversations and opt-outs to count again. Each change adds a row, so a count removes only the marks it has seen.
create table fact_marks (
  account_id uuid not null,
  source_id uuid not null,
  -- When it changed.
  noted_at timestamptz not null default now()
);
create index fact_marks_of_account on fact_marks (account_id, noted_at);

-- How far live_events have been turned into marks.
create table figure_position (
  singleton boolean primary key default true check (singleton),
  -- Events last a day, so an older position missed some.
  moved_at timestamptz not null,
  -- Events of transactions in this snapshot have been read.
  seen pg_snapshot not null,
  -- Snapshot being read now, so far up to read_xact and read_id. Null: none.
  reading pg_snapshot,
  read_xact xid8,
  read_id bigint,
  -- Changes since then may have been missed, until everything is counted again. Null: none missed.
  missed_since timestamptz
);

insert into figure_position (seen, moved_at) values ('1:1:', now());
