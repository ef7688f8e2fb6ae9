-- Whether AI assistants may connect is one setting, for a company and for its sandbox.

create or replace function mirror_company() returns trigger language plpgsql as $$
begin
  update accounts set name = new.name, deletes_at = new.deletes_at, mcp_enabled = new.mcp_enabled where sandbox_of = new.id;
  return null;
end $$;
create or replace trigger mirror_company after update of name, deletes_at, mcp_enabled on accounts for each row
  when (new.sandbox_of is null) execute function mirror_company();

update accounts s set mcp_enabled = true from accounts c where c.id = s.sandbox_of and c.mcp_enabled;
