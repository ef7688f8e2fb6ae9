import type { TestApp } from './test-app.ts';

/** Every row of the account, in every table. */
export async function everythingOf(app: TestApp, accountId: string): Promise<unknown> {
  const { rows: tables } = await app.deps.pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'account_id' order by 1`,
  );
  const found: Record<string, unknown> = {};
  for (const { name } of tables) {
    const { rows } = await app.deps.pool.query(
      `select to_jsonb(t) as row from ${name} t where account_id = $1 order by to_jsonb(t)::text`,
      [accountId],
    );
    found[name] = rows;
  }
  return found;
}
