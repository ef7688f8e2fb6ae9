-- Times that were offered, what was sent about interviews, and promises are the candidate's as the texts are: they stay when the
-- person is erased. Without a key, as the sender of a text: they may be gone.
alter table time_offers drop constraint if exists time_offers_account_id_user_id_fkey;
alter table interview_invitations drop constraint if exists interview_invitations_account_id_user_id_fkey;
alter table follow_ups drop constraint if exists follow_ups_account_id_user_id_fkey;
-- Only erasing a person read them.
drop index if exists time_offers_of_person;
drop index if exists interview_invitations_of_person;
drop index if exists follow_ups_user;
