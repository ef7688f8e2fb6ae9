import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { inject } from 'vitest';
import { migrate } from '../db/migrate.ts';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A new, migrated, empty database; what is not dropped goes with the run. */
export function createTestDatabase(): Promise<TestDatabase> {
  return cloneDatabase(inject('postgresUrl'), inject('templateDatabase'));
}

/** A migrated, empty database, the queue's tables in it, to be cloned. */
export async function createTemplate(server: string, name: string): Promise<void> {
  await run(server, `create database ${name}`);
  await migrate(inDatabase(server, name));
  await runMigrations({ connectionString: inDatabase(server, name) });
}

export async function cloneDatabase(server: string, template: string): Promise<TestDatabase> {
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  // Copying its files takes a quarter of the work that writing each page to the log takes.
  await run(server, `create database ${name} template ${template} strategy file_copy`);
  return {
    url: inDatabase(server, name),
    drop: async () => {
      await untilLeft(server, name);
      await run(server, `drop database ${name} with (force)`);
    },
  };
}

const PATIENCE_MS = 3000;

/** A pool has ended before its last connection has: thrown out in between, that connection would fail loudly. */
async function untilLeft(server: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await wait(10)) {
      const { rowCount } = await client.query('select 1 from pg_stat_activity where datname = $1', [name]);
      if (rowCount === 0) return;
    }
  } finally {
    await client.end();
  }
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

/** The same server, another database. */
export function inDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
