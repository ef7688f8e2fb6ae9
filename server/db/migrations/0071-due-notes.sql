create index ats_notes_due_of_system on ats_notes (account_id, ats_type, due_at, id) where state in ('waiting', 'claimed');
drop index ats_notes_due;
