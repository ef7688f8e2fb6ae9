-- An opt-out that a person has decided, while they can still undo it. The opt-out itself is in opt_outs from the start;
-- its record of consent is written once it can't be undone.
create table undoable_opt_outs (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  conversation_id uuid not null,
  -- No key: the record of consent is written also if the candidate is deleted meanwhile.
  candidate_id uuid not null,
  phone_number text not null,
  wording text not null,
  kind text not null check (kind in ('hold', 'ask')),
  reviewed_by uuid not null,
  reviewed_at timestamptz not null,
  undo_until timestamptz not null,
  -- What undoing gives back, of each thread with this phone: [{ id, waitingSince, heldMessageId, heldAt, kind }].
  threads jsonb not null,
  primary key (account_id, id)
);
create index undoable_opt_outs_conversation on undoable_opt_outs (account_id, conversation_id);

-- "Got it, thanks" after something that asked for no answer: the candidate doesn't wait for a reply.
alter table messages add column is_acknowledgment boolean not null default false;
