-- Why an offer was withdrawn, if not by a person.
alter table time_offers add column withdrawn_because text check (withdrawn_because in ('optedOut'));

-- However someone comes to be opted out: their offers end with it, since nothing could be answered to what they choose.
create function withdraw_offers_of_opted_out() returns trigger language plpgsql as $$
begin
  with withdrawn as (
    update time_offers o set status = 'withdrawn', withdrawn_because = 'optedOut'
      from candidates c
     where c.account_id = new.account_id and c.phone_number = new.phone_number
       and o.account_id = c.account_id and o.candidate_id = c.id and o.status in ('open', 'booking', 'needsPerson')
    returning o.id
  ), released as (
    update offered_times t set held = false
      from withdrawn w where t.account_id = new.account_id and t.offer_id = w.id and t.held
  )
  delete from awaited_answers a
   using candidates c, withdrawn w
   where c.account_id = new.account_id and c.phone_number = new.phone_number
     and a.account_id = c.account_id and a.candidate_id = c.id and a.kind = 'times' and a.subject_id = w.id;
  return null;
end $$;
create trigger withdraw_offers after insert on opt_outs
  for each row execute function withdraw_offers_of_opted_out();

-- Those of who opted out before.
with withdrawn as (
  update time_offers o set status = 'withdrawn', withdrawn_because = 'optedOut'
    from candidates c join opt_outs x on x.account_id = c.account_id and x.phone_number = c.phone_number
   where o.account_id = c.account_id and o.candidate_id = c.id and o.status in ('open', 'booking', 'needsPerson')
  returning o.account_id, o.id
), released as (
  update offered_times t set held = false
    from withdrawn w where t.account_id = w.account_id and t.offer_id = w.id and t.held
)
delete from awaited_answers a using withdrawn w
 where a.account_id = w.account_id and a.kind = 'times' and a.subject_id = w.id;
