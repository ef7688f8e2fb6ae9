-- Whom a candidate's invitation goes to is decided when the interview is booked. Null: nobody. `to_candidate` says the same to the
-- version before, and can go after it.
alter table interview_invitations
  add column email text,
  -- Of the last that was mailed to them. Null: none was.
  add column candidate_sequence integer;
update interview_invitations i set email = c.email, candidate_sequence = i.sequence
  from candidates c
 where c.account_id = i.account_id and c.id = i.candidate_id and i.to_candidate and c.email is not null;
