import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { requirePostgres } from './require-postgres.ts';

const FOLDER = new URL('./migrations/', import.meta.url);
/** Any constant: two processes that start at once take turns. */
const LOCK = 7_203_114;

/** Brings a database up to date: our SQL files in order, each once and in a transaction, then the job queue's own schema. */
export async function migrate(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  // The statement under way fails with it; unheard it would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    await requirePostgres(client);
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const applied = new Map<string, string>(
      (
        await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations')
      ).rows.map((row) => [row.name, row.checksum]),
    );
    const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
    for (const name of names) {
      const sql = await readFile(new URL(name, FOLDER), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      const known = applied.get(name);
      if (known === checksum) continue;
      if (known !== undefined)
        throw new Error(`Migration ${name} was changed after it had been applied. Write a new one instead.`);
      await client.query('begin');
      await client.query(sql);
      await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
      await client.query('commit');
    }
    await runMigrations({ connectionString });
  } finally {
    // Ends the session and with it the lock and any open transaction.
    await client.end();
  }
}
