set local lock_timeout = '3s';
-- Accounts with marks of automations are found one by one. `plan_marks_in_order` is for the last version only.
create index plan_marks_of_automations on plan_marks (account_id, automation_id) where candidate_id is null;
