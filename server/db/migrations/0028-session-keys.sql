-- A session's token carries a key, and the row holds its hash. Tokens from before carry none: those people sign in again.
delete from sessions;
alter table sessions add column key_hash text not null;
