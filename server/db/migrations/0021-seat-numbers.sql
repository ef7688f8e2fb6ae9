-- Why the carrier will not let a number text; a number that a company brings has it in its order.
alter table numbers add column rejection text;
update numbers set rejection = 'purchaseFailed' where link_status = 'rejected';

-- When the ownership was proven, and since when the carrier keeps an order that is over here.
alter table hosting_orders add column proven_at timestamptz, add column kept_at timestamptz;
-- Of what came before this nobody knows whether it was proven, so it counts as proven.
update hosting_orders set proven_at = changed_at where state <> 'verifying';
create index hosting_orders_kept on hosting_orders (id) where kept_at is not null;

create index numbers_received_by on numbers (account_id, inbound_seat_id) where inbound_seat_id is not null;

-- The number of each seat as people see it: the one that it has, or else the one that its company is bringing.
create view seat_numbers as
select seats.account_id, seats.id as seat_id, numbers.id as number_id,
       coalesce(numbers.phone_number, brought.phone_number) as phone_number,
       coalesce(numbers.link_status, brought.link_status) as link_status,
       coalesce(numbers.is_hosted, brought.phone_number is not null) as is_hosted,
       coalesce(numbers.rejection, brought.rejection) as rejection
  from seats
  left join numbers on numbers.account_id = seats.account_id and numbers.seat_id = seats.id
  left join lateral (
    select latest.phone_number, latest.rejection,
           case latest.state when 'rejected' then 'rejected' else 'linking' end as link_status
      from (
        select * from hosting_orders
         where numbers.id is null and seats.seat_type = 'texter' and seats.removed_at is null
           and hosting_orders.account_id = seats.account_id and hosting_orders.seat_id = seats.id
         order by created_at desc, id desc limit 1
      ) as latest
     where latest.state in ('verifying', 'signing', 'reviewing')
        -- A rejection is news until the seat has had another number.
        or latest.state = 'rejected' and not exists (
          select from numbers as later
           where later.account_id = latest.account_id and later.inbound_seat_id = latest.seat_id
             and later.created_at > latest.created_at)
  ) as brought on true;
