import type pg from 'pg';

interface KeptEvents {
  waiting: number;
  /** For how long the oldest of them has been here. */
  seconds: number;
  failed: number;
}

export async function readKeptEvents(pool: pg.Pool): Promise<KeptEvents> {
  const { rows } = await pool.query<KeptEvents>(
    `select count(*) filter (where retry_at < 'infinity')::int as waiting,
            greatest(extract(epoch from now() - min(received_at) filter (where retry_at < 'infinity')), 0)::float8 as seconds,
            count(*) filter (where retry_at = 'infinity')::int as failed
       from carrier_events`,
  );
  return rows[0] ?? { waiting: 0, seconds: 0, failed: 0 };
}
