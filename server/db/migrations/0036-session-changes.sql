-- Nodes keep the sessions that they have read (decision 49). Whatever a session is made of tells them when it changes: this very
-- connection at once, all others with the commit.
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

-- Only of what the query reads, so that pace and last activity cost nothing; a test compares the two.
create trigger tell_sessions after insert or delete
  or update of account_id, id, user_id, key_hash, expires_at, ended_at, by_sso, staff_account_id, staff_user_id, staff_session_id
  on sessions for each row execute function tell_sessions('account_id');
create trigger tell_sessions after insert or delete
  or update of account_id, id, user_type, email, email_verified_at, first_name, last_name, avatar_id, mfa_enabled, deactivated_at
  on users for each row execute function tell_sessions('account_id');
create trigger tell_sessions after insert or delete or update of id, type, plan_type, mfa_required
  on accounts for each row execute function tell_sessions('id');
create trigger tell_sessions after insert or delete or update of account_id, id, user_id, seat_role, seat_type, removed_at
  on seats for each row execute function tell_sessions('account_id');
create trigger tell_sessions after insert or delete
  or update of account_id, id, seat_id, inbound_seat_id, phone_number, link_status, is_landline, rejection, created_at
  on numbers for each row execute function tell_sessions('account_id');
create trigger tell_sessions after insert or delete or update
  on landline_orders for each row execute function tell_sessions('account_id');
create trigger tell_sessions after insert or delete or update of account_id, delegate_user_id, enabled
  on out_of_office for each row execute function tell_sessions('account_id');
