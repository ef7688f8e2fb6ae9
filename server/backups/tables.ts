import pg from 'pg';
import type { Manifest } from './entries.ts';

export interface Table {
  schema: string;
  name: string;
  /** Without those that PostgreSQL computes. */
  columns: string[];
}

/** What migrations write themselves. */
const WRITTEN_BY_MIGRATIONS = [
  'public.schema_migrations',
  'public.schema_release',
  'graphile_worker.migrations',
];

const id = pg.escapeIdentifier;
export const nameOf = ({ schema, name }: { schema: string; name: string }) => `${id(schema)}.${id(name)}`;
export const columnsOf = ({ columns }: { columns: string[] }) => columns.map(id).join(', ');

/** All tables of ours and of the queue; a table in partitions is one. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name,
            array_agg(a.attname order by a.attnum)::text[] as columns
       from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relkind in ('r', 'p') and not c.relispartition
        and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
        and n.nspname || '.' || c.relname <> all ($1)
      group by 1, 2 order by 1, 2`,
    [WRITTEN_BY_MIGRATIONS],
  );
  return rows;
}

/** Those that the server makes as days pass. */
export async function listPartitions(client: pg.Client): Promise<Manifest['partitions']> {
  const { rows } = await client.query<Manifest['partitions'][number]>(
    `select parent.relname as parent, child.relname as name, pg_get_expr(child.relpartbound, child.oid) as bound
       from pg_inherits i
       join pg_class child on child.oid = i.inhrelid and child.relispartition and child.relkind = 'r'
       join pg_class parent on parent.oid = i.inhparent
       join pg_namespace n on n.oid = child.relnamespace and n.nspname = 'public'
      order by 1, 2`,
  );
  return rows;
}

/** Not of the snapshot: never behind the rows that are. */
export async function listSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<Manifest['sequences'][number]>(
    `select format('%I.%I', schemaname, sequencename) as name, coalesce(last_value, start_value)::text as value,
            last_value is not null as "isCalled"
       from pg_sequences where schemaname not like 'pg\\_%' order by 1`,
  );
  return rows;
}

/** So that values are written the same everywhere, and nothing is ended for taking long. */
export async function prepareSession(client: pg.Client): Promise<void> {
  await client.query(
    `set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set bytea_output = 'hex';
     set extra_float_digits = 1; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
     set lock_timeout = 0; set row_security = off`,
  );
}
