-- The calls of a conversation, found among thousands of texts.
create index messages_calls on messages (account_id, conversation_id, created_at desc, id desc) where call_outcome is not null;
