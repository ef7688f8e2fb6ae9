import { sql } from 'kysely';
import type { Db, Tx } from './connection.ts';

/** Until the transaction ends, no one else gets past this name, on any node. */
export async function lockNamed(tx: Tx | Db, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}
