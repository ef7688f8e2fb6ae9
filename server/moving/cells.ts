import pg from 'pg';
import { prepareSession } from '../backups/tables.ts';
import { DatabaseClient } from '../db/database-client.ts';
import { MoveRefused } from './refused.ts';

/** The databases of two cells, a session in each. */
export interface Cells {
  from: pg.Client;
  to: pg.Client;
  /** Of the database of `to`. */
  address: string;
}

/** The host that the command runs on may be lost: then the sessions end too, and with them what they hold. */
const ENDS_SOON = `
  set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3;
  set client_connection_check_interval = '1s'`;

export async function inCells<T>(
  addresses: { from: string; to: string },
  work: (cells: Cells) => Promise<T>,
): Promise<T> {
  const from = await open(addresses.from);
  try {
    const to = await open(addresses.to).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      throw new MoveRefused(`The other cell's database can't be reached: ${why}.`);
    });
    try {
      return await work({ from, to, address: addresses.to });
    } finally {
      await close(to);
    }
  } finally {
    await close(from);
  }
}

async function open(connectionString: string): Promise<pg.Client> {
  const client = new DatabaseClient({ connectionString, application_name: 'hiretext move' });
  // The statement under way fails with it; without a listener, it would end the process.
  client.on('error', () => {});
  await client.connect();
  await prepareSession(client);
  await client.query(ENDS_SOON);
  return client;
}

/** What isn't committed or prepared is gone with it. */
async function close(client: pg.Client): Promise<void> {
  await client.end().catch(() => {});
}

const INSUFFICIENT_PRIVILEGE = '42501';

/** Rows are as they were in the other cell: no trigger acts on them again, and their order doesn't matter. */
export async function withoutTriggers(client: pg.Client, whose: string): Promise<void> {
  try {
    await client.query('set session_replication_role = replica');
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE)) throw error;
    throw new MoveRefused(
      `The user of ${whose} database may not copy rows without triggers. As its superuser: grant set on parameter session_replication_role to that user.`,
    );
  }
}
