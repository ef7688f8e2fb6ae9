import type pg from 'pg';
import { connect } from '../db/connection.ts';
import { type DailyTable, ensureDayIfFree } from '../db/days.ts';
import { EVENTS } from '../features/events/event-ids.ts';
import { DELIVERIES } from '../features/webhooks/store.ts';

/** The days that this cell has, which the other one may not: it is younger, or its workers made none ahead. */
export async function ensureDays(from: pg.Client, to: string): Promise<void> {
  const connection = connect(to, { max: 1, onError: () => {} });
  try {
    for (const daily of [EVENTS, DELIVERIES])
      for (const ms of await listDays(from, daily)) await ensureDayIfFree(connection.db, daily, ms);
  } finally {
    await connection.close();
  }
}

async function listDays(from: pg.Client, { table }: DailyTable): Promise<number[]> {
  const { rows } = await from.query<{ day: string }>(
    `select right(c.relname, 8) as day from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = $1::regclass and c.relname ~ '_[0-9]{8}$' order by 1`,
    [table],
  );
  return rows.map(({ day }) => Date.parse(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`));
}
