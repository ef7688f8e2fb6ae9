import { type RawBuilder, sql } from 'kysely';
import type { Db, ReadDb } from './connection.ts';

/** Reads what was committed when it began, whatever is written meanwhile. */
export interface Snapshot {
  /** The rows of a select, so many at a time. */
  rows<Row>(select: RawBuilder<Row>): AsyncGenerator<Row[]>;
}

const ROWS_AT_ONCE = 1000;

/**
 * One read-only transaction on its own connection. While it's open, nothing that was deleted since can be cleaned up, in any table:
 * after `limitMs` it ends, and throws. Between two reads `work` may only do what takes no time, such as writing to a local file.
 */
export function inSnapshot<T>(
  db: ReadDb,
  { limitMs }: { limitMs: number },
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const end = performance.now() + limitMs;
  // The transaction is read-only.
  return (db as Db).connection().execute(async (connection) => {
    const snapshot: Snapshot = {
      async *rows<Row>(select: RawBuilder<Row>) {
        await sql`declare batches no scroll cursor for ${select}`.execute(connection);
        for (;;) {
          if (performance.now() > end) throw new SnapshotTooLong();
          const { rows } = await sql<Row>`fetch forward ${sql.lit(ROWS_AT_ONCE)} from batches`.execute(
            connection,
          );
          if (rows.length > 0) yield rows;
          if (rows.length < ROWS_AT_ONCE) break;
        }
        await sql`close batches`.execute(connection);
      },
    };
    await sql`begin isolation level repeatable read read only`.execute(connection);
    try {
      await sql`set local timezone = 'UTC'`.execute(connection);
      return await work(snapshot);
    } finally {
      // What it has read is all there is to keep.
      await sql`rollback`.execute(connection);
    }
  });
}

export class SnapshotTooLong extends Error {
  constructor() {
    super('A snapshot was open for too long.');
  }
}
