set local lock_timeout = '5s';

-- "hold": nothing goes out until a person has reviewed the text. "ask": a person may answer, and automatic texts wait.
alter table conversations
  add column hold_kind text not null default 'hold' check (hold_kind in ('hold', 'ask')),
  -- When the last text came that isn't clearly ordinary and that no person has read.
  add column unread_reply_at timestamptz;

alter table hold_reviews add column kind text not null default 'hold' check (kind in ('hold', 'ask'));
