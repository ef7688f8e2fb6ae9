import type pg from 'pg';

/**
 * Texts that are due and that no one has handed over, for any reason but an overdue payment; by the index of what waits.
 */
export async function readDueTexts(pool: pg.Pool): Promise<{ waiting: number; seconds: number }> {
  const { rows } = await pool.query<{ waiting: number; seconds: number }>(
    `select count(*)::int as waiting, coalesce(extract(epoch from now() - min(send_after)), 0)::float8 as seconds
       from messages
      where status in ('scheduled', 'queued') and send_after <= now()
        and (is_confirmation or account_id not in (select id from accounts where sending_stopped_at is not null))`,
  );
  return rows[0] ?? { waiting: 0, seconds: 0 };
}
