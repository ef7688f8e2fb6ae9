import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { createTemplate } from './database.ts';
import { startInstalledPostgres } from './installed-postgres.ts';
import { startThrowAwayPostgres } from './throw-away-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    templateDatabase: string;
  }
}

/** One PostgreSQL for the whole run, with one migrated database, the queue's tables in it, that tests clone. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { TEST_DATABASE_URL: url, TEST_POSTGRES_PROGRAMS: programs } = process.env;
  const server = url
    ? { url, stop: async () => {} }
    : await (programs ? startInstalledPostgres(programs) : startThrowAwayPostgres());
  const template = `hiretext_test_${process.pid}`;
  const admin = async (sql: string, values: string[] = []) => {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    const { rows } = await client.query<{ name: string }>(sql, values);
    await client.end();
    return rows;
  };
  try {
    await createTemplate(server.url, template);
    // What is prepared is planned once a connection, not five times before: a quarter of PostgreSQL's work in the tests.
    if (!url) {
      await admin(`alter system set plan_cache_mode = 'force_generic_plan'`);
      await admin('select pg_reload_conf()');
    }
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide('postgresUrl', server.url);
  project.provide('templateDatabase', template);
  return async () => {
    // One that we started goes with all that's in it.
    if (!url) return server.stop();
    const made = await admin(
      `select datname as name from pg_database where datname = $1 or starts_with(datname, $1 || '_')`,
      [template],
    );
    for (const { name } of made) await admin(`drop database ${name} with (force)`);
  };
}
