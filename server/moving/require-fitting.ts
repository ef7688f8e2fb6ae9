import type pg from 'pg';
import type { Env } from '../env.ts';
import { createSealer } from '../seal.ts';
import type { Cells } from './cells.ts';
import { MoveRefused } from './refused.ts';

export type SecretKeys = Pick<Env, 'secretKey' | 'secretKeyFallback'>;

/** Refuses two cells that an account can't go from and to. */
export async function requireFittingCells({ from, to }: Cells, keys: SecretKeys): Promise<void> {
  const [here, there] = await Promise.all([factsOf(from), factsOf(to)]);
  if (there === null)
    throw new MoveRefused("There is no Hiretext in the other cell's database. Start that cell once.");
  if (here?.database === there.database)
    throw new MoveRefused("That is this cell's own database. Name the one of the other cell.");
  if (here?.schema !== there.schema)
    throw new MoveRefused('The two cells run different releases. Bring both to the same one first.');
  if (there.prepared === 0)
    throw new MoveRefused(
      "The other cell's PostgreSQL can't prepare transactions. Set max_prepared_transactions to 4 there, and restart it.",
    );
  const [ours, theirs] = [await openKeys(from, keys), await openKeys(to, keys)];
  if (ours !== theirs)
    throw new MoveRefused(
      "The other cell has other kept keys, which can't be changed once it has accounts. As long as it has none: npx hiretext move-account --share-keys --to <database address>, then restart its nodes.",
    );
}

interface Facts {
  database: string;
  schema: string;
  prepared: number;
}

async function factsOf(client: pg.Client): Promise<Facts | null> {
  const { rows: made } = await client.query<{ found: boolean }>(
    `select to_regclass('schema_release') is not null and to_regclass('graphile_worker.migrations') is not null as found`,
  );
  if (!made[0]?.found) return null;
  const { rows } = await client.query<Facts>(
    `select (select system_identifier from pg_control_system()) || ' ' || current_database() as database,
            current_setting('max_prepared_transactions')::int as prepared,
            (select version from schema_release) || ' ' || (select max(id) from graphile_worker.migrations) || ' ' ||
            (select string_agg(name || checksum, ' ' order by name) from schema_migrations) as schema`,
  );
  return rows[0] ?? null;
}

async function openKeys(client: pg.Client, { secretKey, secretKeyFallback }: SecretKeys): Promise<string> {
  const sealer = createSealer(secretKey, secretKeyFallback);
  const { rows } = await client.query<{ purpose: string; sealed: string }>(
    'select purpose, sealed_key as sealed from kept_keys order by purpose',
  );
  try {
    return JSON.stringify(rows.map(({ purpose, sealed }) => [purpose, sealer.open(sealed)]));
  } catch {
    throw new MoveRefused("SECRET_KEY isn't the one of both cells. All cells have the same.");
  }
}

/** Gives a cell without accounts the kept keys of this one. */
export async function shareKeys({ from, to }: Cells, keys: SecretKeys): Promise<void> {
  const { rows: used } = await to.query('select from accounts limit 1');
  if (used.length > 0)
    throw new MoveRefused("The other cell has accounts, so its kept keys can't be changed anymore.");
  await openKeys(from, keys);
  const { rows } = await from.query<{ keys: unknown }>('select json_agg(kept_keys) as keys from kept_keys');
  await to.query('begin');
  await to.query('delete from kept_keys');
  await to.query('insert into kept_keys select * from jsonb_populate_recordset(null::kept_keys, $1::jsonb)', [
    JSON.stringify(rows[0]?.keys ?? []),
  ]);
  await to.query('commit');
}
