import type { Cells } from './cells.ts';

/**
 * What counts for a whole database goes up to where it was here, or the account's next rows would be numbered as if they were
 * earlier. It stays up if the move breaks off, which harms no one.
 */
export async function raiseCounters({ from, to }: Cells): Promise<void> {
  const { rows } = await from.query<{ name: string; value: string }>(
    `select format('public.%I', sequencename) as name, last_value as value from pg_sequences
      where schemaname = 'public' and last_value is not null`,
  );
  for (const { name, value } of rows)
    await to.query(
      ['select setval($1::regclass, $2::bigint) from', name, 'where last_value < $2::bigint'].join(' '),
      [name, value],
    );
  const { rows: positions } = await from.query<{ last: string }>(
    'select last_ms as last from event_position',
  );
  await to.query('update event_position set last_ms = greatest(last_ms, $1::bigint)', [
    positions[0]?.last ?? 0,
  ]);
}
