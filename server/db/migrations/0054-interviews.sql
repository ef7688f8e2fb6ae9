-- Who entered an interview may be erased while the candidate is deleted, and the candidate can still be restored. As with who sent
-- a text, the id stays and leads nowhere.
alter table interviews drop constraint interviews_account_id_created_by_fkey;
