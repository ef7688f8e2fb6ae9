-- One word for a number that a company already has: landline. One word for what staff do when they act as a person: impersonate.
alter table hosting_orders rename to landline_orders;
alter table hosting_claims rename to landline_claims;
alter table hosting_letters rename to landline_letters;
alter table hosting_bills rename to landline_bills;
alter table simulator.hosting_orders rename to landline_orders;
alter index hosting_orders_of_seat rename to landline_orders_of_seat;
alter index hosting_orders_one_open rename to landline_orders_one_open;
alter index hosting_orders_kept rename to landline_orders_kept;
alter table landline_orders rename column letter_handed_in to letter_submitted;
alter table numbers rename column is_hosted to is_landline;
alter view seat_numbers rename column is_hosted to is_landline;

update audit_events set action = 'number.landline' || substr(action, length('number.hosting') + 1) where action like 'number.hosting%';
update audit_events set action = 'staff.impersonated' where action = 'staff.lookedOn';
