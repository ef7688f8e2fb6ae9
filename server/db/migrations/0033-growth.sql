-- What a person and a company added in the last day, and what of it is in no text: asked before every upload.
create index media_uploaded on media (account_id, created_at) include (uploaded_by, bytes) where uploaded_by is not null;
create index media_unsent on media (account_id, uploaded_by) where message_id is null;

-- Swept by age, over all accounts. What has ended is no longer needed then either.
create index sessions_by_end on sessions (least(expires_at, ended_at));
create index one_time_secrets_by_end on one_time_secrets (expires_at);
create index passkey_additions_by_end on passkey_additions (expires_at);
create index trusted_browsers_by_end on trusted_browsers (expires_at);
create index sso_attempts_by_end on sso_attempts (expires_at);
create index sso_codes_by_end on sso_codes (expires_at);
create index sso_assertions_by_end on sso_assertions (expires_at);
create index invitations_by_end on invitations (expires_at);
create index support_messages_by_age on support_messages (created_at);
