-- Which screen a person starts on after signing in. Null: they haven't chosen, so it's their account.
alter table users add column opens_with text check (opens_with in ('account', 'messages'));
