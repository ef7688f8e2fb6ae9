-- Whether AI assistants may read and propose with a key of the account.
alter table accounts add column mcp_enabled boolean not null default false;
