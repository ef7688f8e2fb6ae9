-- Who reads what arrives for a seat that no one has. Erasing that person leaves the seat to no one again.
alter table seats
  add column covered_by uuid,
  add foreign key (account_id, covered_by) references users (account_id, id) on delete set null (covered_by);
create index seats_covered on seats (account_id, covered_by) where covered_by is not null;
