import pg from 'pg';
import { afterAll } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';

/**
 * A pool on one database for all tests of a file. Asked for again, the tables of the schema are empty: making a database for each
 * test takes longer than most of them do.
 */
export function emptiedDatabase(schema: 'sandbox' | 'simulator'): () => Promise<pg.Pool> {
  let made: { database: TestDatabase; pool: pg.Pool } | undefined;
  afterAll(async () => {
    await made?.pool.end();
    await made?.database.drop();
  });
  return async () => {
    if (made === undefined) {
      const database = await createTestDatabase();
      made = { database, pool: new pg.Pool({ connectionString: database.url }) };
    }
    const { rows } = await made.pool.query<{ tables: string }>(
      `select string_agg(format('%I.%I', schemaname, tablename), ', ') as tables from pg_tables where schemaname = $1`,
      [schema],
    );
    await made.pool.query(`truncate ${rows[0]?.tables} restart identity cascade`);
    return made.pool;
  };
}
