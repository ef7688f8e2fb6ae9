import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { DatabaseClient } from './database-client.ts';
import { concurrentIndexOf, type Step, stepsOf } from './migration-steps.ts';
import { RELEASE_TABLE, RELEASES, type Release, readRelease, recordRelease, refusalOf } from './releases.ts';
import { requirePostgres } from './require-postgres.ts';
import { requireSessions } from './require-sessions.ts';
import { unreached } from './unavailable.ts';

const FOLDER = new URL('./migrations/', import.meta.url);
/** Any constant: two processes that start at once take turns. */
const LOCK = 7_203_114;
const TURN_MS = 200;

/**
 * A statement that waits for a lock on a table keeps everyone after it waiting. So a migration gives up soon, lets them pass, and
 * tries again: for two minutes with these.
 */
const PATIENCE = { lockMs: 1000, pauseMs: 3000, tries: 30 };
const CHECK_LIMITS = { connectionTimeoutMillis: 5000, query_timeout: 5000 };
const LOCK_NOT_AVAILABLE = '55P03';
const NOTE = 'insert into schema_migrations (name, checksum) values ($1, $2)';

/**
 * The files up to `last` describe the tables as the former ones left them. A database that went through all of those, the last one
 * being `after`, has these tables already.
 */
const BASELINE = { last: '0013-local-mode.sql', former: '0001-init.sql', after: '0080-text-facts.sql' };

interface MigrateOptions {
  folder?: URL;
  /** Just these, by name; absent: all. */
  only?: ReadonlySet<string>;
  /** Of a database that is being restored, which no server may start on until all of it is there, and none is running on. */
  isRestore?: boolean;
  /** Instead of ours. */
  releases?: readonly Release[];
}

/** In `schema_migrations` for as long as a database is being restored. */
export const RESTORING = 'a restore that is not over';

/** Brings a database up to date: our SQL files in order, each once, then the job queue's own schema. */
export async function migrate(
  connectionString: string,
  {
    folder = FOLDER,
    only,
    isRestore = false,
    releases = RELEASES,
    ...patience
  }: MigrateOptions & Partial<typeof PATIENCE> = {},
): Promise<void> {
  const client = new DatabaseClient({ connectionString });
  // The statement under way fails with it; without a listener, it would end the process.
  client.on('error', () => {});
  await client.connect().catch((error: Error) => {
    throw unreached(error);
  });
  try {
    await requirePostgres(client);
    await requireSessions(client, () => new DatabaseClient({ connectionString, ...CHECK_LIMITS }));
    await takeTurn(client);
    await takeOver(client, isRestore, releases);
    const applied = new Map<string, string>(
      (
        await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations')
      ).rows.map((row) => [row.name, row.checksum]),
    );
    if (applied.has(RESTORING) && !isRestore)
      throw new Error(
        'A restore into this database broke off. Drop it, create an empty one, and restore into that.',
      );
    for (const { name, sql, checksum } of await readMigrations(folder)) {
      if (only !== undefined && !only.has(name)) continue;
      const known = applied.get(name);
      if (known === checksum) continue;
      if (known !== undefined)
        throw new Error(`Migration ${name} was changed after it had been applied. Write a new one instead.`);
      const isBaseline = folder === FOLDER && name <= BASELINE.last;
      if (isBaseline && applied.has(BASELINE.after)) await client.query(NOTE, [name, checksum]);
      else if (isBaseline && applied.has(BASELINE.former))
        throw new Error('This database is older than the first release. Start with a new one.');
      else await apply(client, { name, sql, checksum }, { ...PATIENCE, ...patience });
    }
    await migrateQueue(connectionString);
  } finally {
    // Ends the session and with it the lock and any open transaction.
    await client.end();
  }
}

/** Asks again and again: an index that is made concurrently waits for every statement, so one that waited for its lock would deadlock with it. */
async function takeTurn(client: pg.Client): Promise<void> {
  const asked = 'select pg_try_advisory_lock($1) as taken';
  while (!(await client.query<{ taken: boolean }>(asked, [LOCK])).rows[0]?.taken) await setTimeout(TURN_MS);
}

/** Refuses with nothing changed, or records that this version starts: before anything is taken away from an older one. */
async function takeOver(client: pg.Client, isRestore: boolean, releases: readonly Release[]): Promise<void> {
  const found = await readRelease(client);
  const refusal = isRestore ? null : refusalOf(found, releases);
  if (refusal !== null) throw new Error(refusal);
  await client.query('begin');
  await client.query(
    'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  );
  await client.query(RELEASE_TABLE);
  await recordRelease(client, found, releases);
  await client.query('commit');
}

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** In their order. */
async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** How a database compares to this version, by the names of migrations. */
export interface SchemaState {
  /** That it hasn't gone through. */
  missing: string[];
  /** That this version doesn't know. */
  unknown: string[];
  /** That were others when it went through them. */
  changed: string[];
}

export async function schemaState(
  asked: { query: pg.Pool['query'] },
  folder: URL = FOLDER,
): Promise<SchemaState> {
  const migrations = await readMigrations(folder);
  const { rows: made } = await asked.query<{ found: boolean }>(
    `select to_regclass('schema_migrations') is not null as found`,
  );
  const { rows } = made[0]?.found
    ? await asked.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations')
    : { rows: [] };
  return compareSchema(rows, migrations);
}

/** The same of what a backup names. */
export async function stateOfBackup(applied: { name: string; checksum: string }[]): Promise<SchemaState> {
  return compareSchema(applied, await readMigrations(FOLDER));
}

function compareSchema(applied: { name: string; checksum: string }[], migrations: Migration[]): SchemaState {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  const gone = new Map(applied.map(({ name, checksum }) => [name, checksum]));
  // Databases older than the first release went through files that were joined since.
  const isFormer = gone.has(BASELINE.after);
  return {
    missing: [...known.keys()].filter((name) => !gone.has(name)),
    unknown: isFormer ? [] : [...gone.keys()].filter((name) => !known.has(name) && name !== RESTORING),
    changed: isFormer
      ? []
      : [...known].flatMap(([name, checksum]) => ((gone.get(name) ?? checksum) === checksum ? [] : [name])),
  };
}

async function migrateQueue(connectionString: string): Promise<void> {
  const pool = new pg.Pool({ Client: DatabaseClient, connectionString, max: 1 });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    await runMigrations({ pgPool: pool });
  } finally {
    await pool.end();
  }
}

async function apply(
  client: pg.Client,
  { name, sql, checksum }: { name: string; sql: string; checksum: string },
  patience: typeof PATIENCE,
): Promise<void> {
  const steps = stepsOf(sql);
  if (steps === null)
    return patiently(client, name, patience, async () => {
      await client.query('begin');
      await client.query(sql);
      await client.query(NOTE, [name, checksum]);
      await client.query('commit');
    });
  // Broken off, they begin again with the first: each finds what it has done already.
  for (const step of steps) await patiently(client, name, patience, () => takeStep(client, step));
  await client.query(NOTE, [name, checksum]);
}

async function takeStep(client: pg.Client, step: Step): Promise<void> {
  const index = concurrentIndexOf(step);
  if (index !== null) {
    // It blocks no one while it waits for transactions that are in progress.
    await client.query('set lock_timeout = 0');
    const { rows } = await client.query<{ drop: string }>(
      `select format('drop index concurrently %s', indexrelid::regclass) as drop from pg_index
        where indexrelid = to_regclass($1) and not indisvalid`,
      [index],
    );
    for (const { drop } of rows) await client.query(drop);
  }
  for (let changed = 1; changed > 0; ) {
    const { rowCount } = await client.query(step.sql);
    changed = step.repeats ? (rowCount ?? 0) : 0;
  }
}

async function patiently(
  client: pg.Client,
  name: string,
  { lockMs, pauseMs, tries }: typeof PATIENCE,
  work: () => Promise<void>,
): Promise<void> {
  for (let tried = 1; ; tried += 1)
    try {
      await client.query(`set lock_timeout = ${lockMs}`);
      await work();
      return;
    } catch (error) {
      const isLocked = error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
      if (!isLocked) throw error;
      await client.query('rollback');
      if (tried === tries)
        throw new Error(
          `Migration ${name} found a table in use at each of ${tries} tries. Nothing has changed; start again when there is less traffic.`,
        );
      await setTimeout(pauseMs);
    }
}
