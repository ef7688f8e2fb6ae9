-- While there is a row, no text goes out. There's one at most.
create table maintenance (
  id boolean primary key default true check (id),
  reason text not null,
  started_at timestamptz not null
);
