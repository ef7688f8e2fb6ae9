-- A company can have browsers signed out that no one has used for some days.

alter table accounts add column sign_out_after_days smallint check (sign_out_after_days between 1 and 30);
-- To within some minutes. Those that are there count as used now.
alter table sessions add column last_used_at timestamptz not null default now();

create or replace trigger tell_sessions after insert or delete or update of id, type, plan_type, mfa_required, sign_out_after_days
  on accounts for each row execute function tell_sessions('id');
