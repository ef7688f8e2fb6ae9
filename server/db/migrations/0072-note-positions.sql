-- Figures know which transactions' notes they have read: those that `seen` has seen, and of what came until `reading`, all up to one
-- note. The last version goes on by xact and id, which a later migration drops.
alter table figure_position
  add column seen pg_snapshot,
  add column reading pg_snapshot,
  add column read_xact xid8,
  add column read_id bigint,
  -- From when on changes may have been missed; accounts up to marked_id are marked since then.
  add column missed_since timestamptz,
  add column marked_id uuid;
update figure_position set seen = format('%s:%s:', greatest(xact, '1'), greatest(xact, '1'))::pg_snapshot;
alter table figure_position alter column seen set not null;
