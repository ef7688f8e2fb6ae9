import type pg from 'pg';
import { LANE_LOCK } from '../features/texting/receiving/carrier-events.ts';
import type { Cells } from './cells.ts';
import { type AccountTable, CARRIER_EVENTS, type Moving } from './tables.ts';

/*
 * What isn't worked in yet: webhooks of the carrier, and events on their way into the log. They are in the order of their numbers,
 * which the whole database counts, so they get the next ones of the other cell.
 */

interface Given {
  columns: string[];
  rows: unknown[];
}

async function insertRows(to: pg.Client, table: string, { columns, rows }: Given): Promise<void> {
  const names = columns.join(', ');
  await to.query(
    [
      ['insert into', table, `(${names}) select`, names].join(' '),
      'from jsonb_array_elements($1::jsonb) with ordinality as given (row, place)',
      `cross join lateral jsonb_populate_record(null::${table}, given.row) as each order by place`,
    ].join(' '),
    [JSON.stringify(rows)],
  );
}

const withoutId = (tables: AccountTable[], table: string): string[] =>
  (tables.find(({ name }) => name === table)?.columns ?? []).filter((column) => column !== 'id');

async function readRows(
  from: pg.Client,
  { table, where, values }: { table: string; where: string; values: unknown[] },
): Promise<{ ids: string[]; rows: unknown[] }> {
  const { rows } = await from.query<{ id: string; row: unknown }>(
    ['select id, to_jsonb(t) as row from', table, 't where', where, 'order by id'].join(' '),
    values,
  );
  return { ids: rows.map(({ id }) => id), rows: rows.map(({ row }) => row) };
}

const readCarrierEvents = (from: pg.Client, { ids, phoneNumbers }: Moving) =>
  readRows(from, { table: 'carrier_events', where: CARRIER_EVENTS, values: [ids, phoneNumbers] });

export async function copyNumberedAgain(
  { from, to }: Cells,
  tables: AccountTable[],
  { ids, phoneNumbers }: Moving,
): Promise<void> {
  const events = await readCarrierEvents(from, { ids, phoneNumbers });
  await insertRows(to, 'carrier_events', {
    columns: withoutId(tables, 'carrier_events'),
    rows: events.rows,
  });
  const news = await readRows(from, {
    table: 'new_events',
    where: 'account_id = any($1::uuid[])',
    values: [ids],
  });
  await insertRows(to, 'new_events', { columns: withoutId(tables, 'new_events'), rows: news.rows });
}

/**
 * Webhooks that came here after all: they were waiting for the pause to end. Until they are taken, receiving keeps them. Should
 * this break off in between, one is there twice, and works once: the carrier's own ID tells.
 */
export async function takeLateEvents(
  { from, to }: Cells,
  tables: AccountTable[],
  { ids, phoneNumbers }: Moving,
): Promise<number> {
  await from.query('begin');
  await from.query(
    `select pg_advisory_xact_lock(${LANE_LOCK}, lane)
       from (select distinct lane from carrier_events where ${CARRIER_EVENTS} order by lane) as lanes`,
    [ids, phoneNumbers],
  );
  const late = await readCarrierEvents(from, { ids, phoneNumbers });
  if (late.ids.length > 0) {
    // Each try here has failed, and none of them counts there.
    const columns = withoutId(tables, 'carrier_events').filter(
      (column) => !['attempts', 'retry_at', 'last_error', 'failed_at'].includes(column),
    );
    await insertRows(to, 'carrier_events', { columns, rows: late.rows });
    await from.query('delete from carrier_events where id = any($1::bigint[])', [late.ids]);
  }
  await from.query('commit');
  return late.ids.length;
}
