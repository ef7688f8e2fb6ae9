-- A person's shortcuts are in an order of their own. Until now: that in which they were added.
alter table calendar_shortcuts add column sort_order integer;
update calendar_shortcuts s set sort_order = o.place
  from (select account_id, id, row_number() over (partition by account_id, owner_id order by created_at, id) as place
          from calendar_shortcuts) o
 where s.account_id = o.account_id and s.id = o.id;
alter table calendar_shortcuts alter column sort_order set not null;
