import type pg from 'pg';
import type { Cells } from './cells.ts';

/** What was done for the account and must not be repeated. An act about an account has its ID in it. */
const THEIRS = `exists (select from unnest($1::text[]) as id where strpos(act, id) > 0)`;

export async function copyClaims({ from, to }: Cells, ids: string[]): Promise<void> {
  const { rows } = await from.query<{ claims: unknown }>(
    `select coalesce(json_agg(claims), '[]') as claims from claims where ${THEIRS}`,
    [ids],
  );
  await to.query(
    `insert into claims select * from jsonb_populate_recordset(null::claims, $1::jsonb) on conflict (act) do nothing`,
    [JSON.stringify(rows[0]?.claims ?? [])],
  );
}

export async function removeClaims(from: pg.Client, ids: string[]): Promise<void> {
  await from.query(`delete from claims where ${THEIRS}`, [ids]);
}
