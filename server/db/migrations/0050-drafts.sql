-- Who drafts texts for the account. Null: no admin has chosen yet.
alter table accounts add column ai_mode text check (ai_mode in ('off', 'builtIn', 'model'));
