import pg from 'pg';
import type { Sealer } from '../seal.ts';

interface Column {
  name: string;
  type: string;
  isRequired: boolean;
}
interface Table {
  name: string;
  columns: Column[];
  checks: string[];
  /** Foreign keys: which table, and its column for each of ours. */
  refers: { table: string; columns: Record<string, string> }[];
}

const TABLES = `
  select c.relname as name,
         (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, null),
                   'isRequired', a.attnotnull and not a.atthasdef) order by a.attnum)
            from pg_attribute a
           where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attidentity = '' and a.attgenerated = '') as columns,
         array(select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = c.oid and k.contype = 'c') as checks,
         coalesce((select jsonb_agg(jsonb_build_object('table', k.confrelid::regclass, 'columns', (
                     select jsonb_object_agg(ours.attname, theirs.attname)
                       from unnest(k.conkey, k.confkey) as pair (our, their)
                       join pg_attribute ours on ours.attrelid = k.conrelid and ours.attnum = pair.our
                       join pg_attribute theirs on theirs.attrelid = k.confrelid and theirs.attnum = pair.their)))
                     from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'), '[]') as refers
    from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     and c.relname not like 'schema\\_%'
   order by 1`;

const VALUES: [RegExp, (column: string, sealer: Sealer) => unknown][] = [
  [/\[\]$/, () => '{}'],
  [/^text/, (column, sealer) => textOf(column, sealer)],
  [/^uuid$/, () => '01890000-0000-7000-8000-000000000001'],
  [/^timestamp/, () => '2026-01-05T08:00:00Z'],
  [/^date$/, () => '2026-01-05'],
  [/^time/, () => '08:00'],
  [/^json/, () => '{}'],
  [/^boolean$/, () => true],
  [/^(smallint|integer|bigint|numeric|double|real|xid8|oid)/, () => '1'],
  [/^bytea$/, () => Buffer.from('x')],
  [/^inet$/, () => '127.0.0.1'],
  [/^tsvector$/, () => 'one'],
];

function textOf(column: string, sealer: Sealer): string {
  if (/^sealed(_|$)/.test(column)) return sealer.seal('one');
  if (/email|address$/.test(column)) return 'one@example.com';
  if (/phone|number/.test(column)) return '+13125550100';
  return 'one';
}

/** What no rule finds out. */
const BY_HAND = `
  insert into single_sign_on (account_id, protocol, domain, domain_token, issuer, sign_in_url, certificates)
  select id, 'saml', 'example.com', 'one', 'one', 'https://example.com', '{one}' from accounts limit 1
  on conflict do nothing`;

/** Puts a row into each empty table, whatever it would mean. */
export async function fillTables(client: pg.Client, sealer: Sealer): Promise<void> {
  const { rows: tables } = await client.query<Table>(TABLES);
  const setTriggers = async (what: 'disable' | 'enable') => {
    for (const { name } of tables)
      await client.query(`alter table ${pg.escapeIdentifier(name)} ${what} trigger user`);
  };
  await setTriggers('disable');
  await client.query(BY_HAND);
  let empty: string[] = [];
  for (let before = -1; empty.length !== before; ) {
    before = empty.length;
    empty = [];
    for (const table of tables) if (!(await hasRow(client, table, sealer))) empty.push(table.name);
  }
  await setTriggers('enable');
  if (empty.length > 0) throw new Error(`Add a row by hand to ${empty.join(', ')}`);
}

async function hasRow(client: pg.Client, table: Table, sealer: Sealer): Promise<boolean> {
  const { rowCount } = await client.query(`select from ${pg.escapeIdentifier(table.name)} limit 1`);
  if (rowCount) return true;
  const found = await referredTo(client, table);
  const valueFor = ({ name, type }: Column) =>
    found.get(name) ??
    allowedOf(table, name) ??
    VALUES.find(([pattern]) => pattern.test(type))?.[1](name, sealer) ??
    null;
  const required = table.columns.filter(({ isRequired }) => isRequired);
  return (
    (await insertRow(client, table, table.columns, valueFor)) ||
    (await insertRow(client, table, required, valueFor))
  );
}

async function referredTo(client: pg.Client, { refers }: Table): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>();
  for (const { table, columns } of refers) {
    const { rows } = await client.query(`select * from ${table} order by 1 limit 1`);
    for (const [ours, theirs] of Object.entries(columns)) if (rows[0]) found.set(ours, rows[0][theirs]);
  }
  return found;
}

async function insertRow(
  client: pg.Client,
  table: Table,
  columns: Column[],
  valueFor: (column: Column) => unknown,
): Promise<boolean> {
  const values = columns.map(valueFor);
  const places = columns.map((_, place) => `$${place + 1}`);
  try {
    await client.query(
      `insert into ${pg.escapeIdentifier(table.name)} (${columns.map(({ name }) => pg.escapeIdentifier(name)).join(', ')})
       values (${places.join(', ')})`,
      values,
    );
    return true;
  } catch {
    return false;
  }
}

/** The first value that a check names for a column. */
function allowedOf({ checks }: Table, column: string): string | undefined {
  for (const check of checks) {
    const [, value] =
      new RegExp(`\\b${column}\\b\\)?(?:::text)? = (?:ANY \\(\\(?ARRAY\\[)?'([^']*)'`).exec(check) ?? [];
    if (value !== undefined) return value;
  }
  return undefined;
}
