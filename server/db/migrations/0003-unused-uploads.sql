-- Uploads that belong to no text yet: swept by age.
create index media_unused on media (created_at) where message_id is null;
