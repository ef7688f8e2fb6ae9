import type pg from 'pg';

/** How far figures are behind: conversations to count, and how old the oldest note is that isn't read yet. */
export async function readFigureLag(pool: pg.Pool): Promise<{ waiting: number; seconds: number }> {
  const { rows } = await pool.query<{ waiting: number; seconds: number }>(
    `select (select count(*)::int from fact_marks) as waiting,
            coalesce((
              select extract(epoch from now() - min(e.created_at))
                from figure_position p
               cross join lateral (
                 (select created_at from live_events
                   where xact = any(array(select pg_snapshot_xip(p.seen)))
                     and (xact, id) > (coalesce(p.read_xact, '0'), coalesce(p.read_id, 0)) order by xact, id limit 1)
                 union all
                 (select created_at from live_events
                   where (xact, id) > (greatest(pg_snapshot_xmax(p.seen), p.read_xact),
                                       case when p.read_xact >= pg_snapshot_xmax(p.seen) then p.read_id else 0 end)
                   order by xact, id limit 1)
               ) as e), 0)::float8 as seconds`,
  );
  return rows[0] ?? { waiting: 0, seconds: 0 };
}
