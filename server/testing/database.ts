import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { inDatabase } from './in-database.ts';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A migrated, empty database of its own; one per test file (`beforeAll` and `afterAll`). */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const name = `hiretext_test_${randomBytes(6).toString('hex')}`;
  await run(server, `create database ${name} template ${inject('templateDatabase')}`);
  return {
    url: inDatabase(server, name),
    drop: () => run(server, `drop database ${name} with (force)`),
  };
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
