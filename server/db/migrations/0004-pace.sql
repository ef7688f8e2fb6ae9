-- The carrier's pace: a number's next text is not handed over before this, whatever the queue does.
alter table numbers add column next_send_at timestamptz not null default '-infinity';
