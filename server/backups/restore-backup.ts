import type pg from 'pg';
import { DatabaseClient } from '../db/database-client.ts';
import { migrate, RESTORING, stateOfBackup } from '../db/migrate.ts';
import { requirePostgres } from '../db/require-postgres.ts';
import { copyIn, copyOut } from './copy.ts';
import { digestOfRows } from './digest.ts';
import type { Manifest } from './entries.ts';
import { type ReadBackup, readBackup, type TableDigest } from './read-backup.ts';
import { BackupRefused } from './refused.ts';
import { columnsOf, listPartitions, listTables, nameOf, prepareSession, type Table } from './tables.ts';
import { secretMarkOf } from './write-backup.ts';

interface Restoring {
  /** Of an empty database. */
  connectionString: string;
  stored: AsyncIterable<Uint8Array>;
  backupKey: string;
  /** Null: what is sealed isn't looked at. */
  secretKeys: string[] | null;
  /** Where files go. Null: nowhere, and they are only checked. */
  putMedium: ((key: string, bytes: Buffer) => Promise<void>) | null;
  /** When the rows are as they were in the backup. */
  beforeMigrating?: (found: ReadBackup) => Promise<void>;
}

/**
 * Puts a backup into an empty database: its schema first, then all rows in one transaction, then what later migrations add. Until
 * `finishRestore`, no server starts on it.
 */
export async function restoreBackup(restoring: Restoring): Promise<ReadBackup> {
  const client = new DatabaseClient({
    connectionString: restoring.connectionString,
    application_name: 'hiretext restore',
  });
  client.on('error', () => {});
  await client.connect();
  try {
    await requirePostgres(client);
    const found = await load(client, restoring);
    await client.query('commit');
    await restoring.beforeMigrating?.(found);
    await migrate(restoring.connectionString, { isRestore: true });
    return found;
  } finally {
    // Ends the session and with it what isn't committed.
    await client.end();
  }
}

async function load(client: pg.Client, { stored, backupKey, ...restoring }: Restoring): Promise<ReadBackup> {
  let tables: Table[] = [];
  let keys: ForeignKey[] = [];
  const found = await readBackup(stored, backupKey, {
    manifest: async (manifest) => {
      await requireFitting(manifest, restoring.secretKeys);
      await requireEmpty(client, manifest);
      const names = new Set(manifest.migrations.map(({ name }) => name));
      await migrate(restoring.connectionString, { only: names, isRestore: true });
      await prepareSession(client);
      await client.query('begin');
      await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [RESTORING, '']);
      tables = await listTables(client);
      keys = await dropForeignKeys(client);
      for (const table of tables)
        await client.query(['alter table', nameOf(table), 'disable trigger user'].join(' '));
      await client.query(['truncate', tables.map(nameOf).join(', ')].join(' '));
      await replacePartitions(client, manifest);
    },
    table: async (table, lines) => {
      requireTable(tables, table);
      await copyIn(client, `copy ${nameOf(table)} (${columnsOf(table)}) from stdin`, lines);
    },
    medium: async (key, bytes) => restoring.putMedium?.(key, bytes),
  });
  for (const { name, value, isCalled } of found.manifest.sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [name, value, isCalled]);
  for (const table of tables)
    await client.query(['alter table', nameOf(table), 'enable trigger user'].join(' '));
  // Each is checked against all rows.
  for (const { add } of keys) await client.query(add);
  return found;
}

/** Of what is in the database now, to be compared with what was backed up. */
export async function digestsOf(connectionString: string): Promise<Map<string, TableDigest>> {
  const client = new DatabaseClient({ connectionString });
  client.on('error', () => {});
  await client.connect();
  try {
    await prepareSession(client);
    await client.query('begin isolation level repeatable read read only');
    const digests = new Map<string, TableDigest>();
    for (const table of await listTables(client)) {
      const digest = digestOfRows();
      const text = `copy (select ${columnsOf(table)} from ${nameOf(table)}) to stdout`;
      for await (const lines of copyOut(client, text)) digest.add(lines);
      digests.set(`${table.schema}.${table.name}`, digest.result());
    }
    return digests;
  } finally {
    await client.end();
  }
}

/** From now on a server starts on it. */
export async function finishRestore(client: Pick<pg.Pool, 'query'>): Promise<void> {
  await client.query('delete from schema_migrations where name = $1', [RESTORING]);
}

/** No rows that are worth anything, no other program's tables, no server at work; one that broke off before may be tried again. */
async function requireEmpty(client: pg.Client, { migrations }: Manifest): Promise<void> {
  const { rows } = await client.query<{ tables: number; hasAccounts: boolean; nodes: number }>(
    `select (select count(*)::int from pg_class c join pg_namespace n on n.oid = c.relnamespace
              where c.relkind in ('r', 'p') and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema') as tables,
            to_regclass('public.accounts') is not null as "hasAccounts",
            (select count(*)::int from pg_stat_activity
              where datname = current_database() and application_name in ('hiretext', 'hiretext worker')) as nodes`,
  );
  const [found = { tables: 0, hasAccounts: false, nodes: 0 }] = rows;
  if (found.nodes > 0)
    throw new BackupRefused('A server is at work on this database. Stop all nodes, then restore.');
  if (found.tables === 0) return;
  const known = new Set(migrations.map(({ name }) => name));
  const applied = found.hasAccounts
    ? await client.query<{ name: string }>(
        'select name from schema_migrations where not exists (select from accounts)',
      )
    : { rows: [] };
  if (applied.rows.length === 0 || applied.rows.some(({ name }) => !known.has(name)))
    throw new BackupRefused("This database isn't empty. Create an empty one, and restore into that.");
}

async function requireFitting(manifest: Manifest, secretKeys: string[] | null): Promise<void> {
  const { unknown, changed } = await stateOfBackup(manifest.migrations);
  if (unknown.length > 0 || changed.length > 0)
    throw new BackupRefused(
      'This backup is of a newer version of Hiretext. Install that version, then restore it.',
    );
  if (secretKeys?.every((key) => secretMarkOf(key) !== manifest.secretMark))
    throw new BackupRefused(
      "This backup was made with another SECRET_KEY, without which what is sealed in it can't be read. Set that one as SECRET_KEY_FALLBACK, or as SECRET_KEY.",
    );
}

/** The queue's own tables come with its package, whose version may differ. */
function requireTable(tables: Table[], table: Table): void {
  const here = tables.find(({ schema, name }) => schema === table.schema && name === table.name);
  const missing = table.columns.find((column) => !here?.columns.includes(column));
  if (here === undefined || missing !== undefined)
    throw new BackupRefused(
      `This version has no place for ${table.schema}.${table.name}${missing ? `.${missing}` : ''}. Restore it with the version that made the backup.`,
    );
}

interface ForeignKey {
  drop: string;
  add: string;
}

async function dropForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select format('alter table %I.%I drop constraint %I', n.nspname, c.relname, k.conname) as drop,
            format('alter table %I.%I add constraint %I %s', n.nspname, c.relname, k.conname, pg_get_constraintdef(k.oid)) as add
       from pg_constraint k
       join pg_class c on c.oid = k.conrelid
       join pg_namespace n on n.oid = c.relnamespace
      where k.contype = 'f' and k.conparentid = 0 and n.nspname not like 'pg\\_%'
      order by 1`,
  );
  for (const { drop } of rows) await client.query(drop);
  return rows;
}

/** Those of the backup, instead of those that the migrations have just made. */
async function replacePartitions(client: pg.Client, { partitions }: Manifest): Promise<void> {
  const parents = new Set(partitions.map(({ parent }) => parent));
  for (const { parent, name } of await listPartitions(client))
    if (parents.has(parent)) await client.query(['drop table', nameOf({ schema: 'public', name })].join(' '));
  for (const { parent, name, bound } of partitions) {
    const [table, partitioned] = [name, parent].map((each) => nameOf({ schema: 'public', name: each }));
    // The bound is PostgreSQL's own words.
    await client.query(['create table', table, 'partition of', partitioned, bound].join(' '));
  }
}
