-- One row: the company of the simulated Greenhouse, and the tokens it gave out, as Node serializes them.
create table simulator.greenhouse (
  is_only boolean primary key default true check (is_only),
  version bigint not null,
  state bytea not null
);
