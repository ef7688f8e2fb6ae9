import { sql } from 'kysely';
import type { Db } from './db/connection.ts';
import { STORED_JOBS } from './queue/queue-state.ts';

interface SealedColumns {
  table: string;
  /** Of a JSON column, the key after a dot. */
  columns: string[];
}

/** Everywhere something sealed is stored. `hiretext rotate-secret` goes through it in this order: what shows that it's done is last. */
export const SEALED_COLUMNS: readonly SealedColumns[] = [
  { table: 'ats_connections', columns: ['sealed_access', 'sealed_webhook_keys'] },
  { table: 'ats_departures', columns: ['sealed_access', 'sealed_webhook_keys'] },
  { table: 'authenticators', columns: ['sealed_seed'] },
  { table: 'calendar_connections', columns: ['sealed_access'] },
  { table: 'kept_opt_outs', columns: ['sealed_phone_number'] },
  { table: 'push_subscriptions', columns: ['sealed'] },
  { table: 'registrations', columns: ['sealed_ein'] },
  { table: 'single_sign_on', columns: ['sealed_client_secret'] },
  { table: 'sso_attempts', columns: ['sealed_checks', 'sealed_login_hint'] },
  { table: 'webhook_endpoints', columns: ['sealed_old_secret', 'sealed_secret'] },
  { table: STORED_JOBS, columns: ['payload.sealed', 'payload.sealedEmail'] },
  { table: 'kept_keys', columns: ['sealed_key'] },
];

/** One value of each column that has any. */
export async function anyOfEach(db: Db): Promise<{ table: string; value: string }[]> {
  const found: { table: string; value: string }[] = [];
  for (const { table, columns } of SEALED_COLUMNS)
    for (const column of columns) {
      const { rows } = await sql<{ value: string }>`
        select ${readColumn(column)} as value from ${sql.table(table)}
         where ${readColumn(column)} is not null limit 1`.execute(db);
      for (const { value } of rows) found.push({ table, value });
    }
  return found;
}

export function readColumn(column: string) {
  const [name = '', key] = column.split('.');
  return key === undefined
    ? sql<string | null>`${sql.ref(name)}`
    : sql<string | null>`${sql.ref(name)} ->> ${key}`;
}

export function writeColumn(column: string, value: string) {
  const [name = '', key] = column.split('.');
  const ref = sql.ref(name);
  return key === undefined
    ? sql`${ref} = ${value}`
    : sql`${ref} = jsonb_set(${ref}::jsonb, array[${key}], to_jsonb(${value}::text))::json`;
}
