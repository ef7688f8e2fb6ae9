import type { TestApp } from './test-app.ts';

/** Every row of the account, in every table. Not its log of events, into which they move in the background. */
export async function everythingOf(app: TestApp, accountId: string): Promise<Record<string, unknown>> {
  const { rows: tables } = await app.deps.pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'account_id'
        and table_name not in ('new_events', 'events')
        and not exists (select from pg_inherits where inhrelid = format('%I.%I', table_schema, table_name)::regclass) order by 1`,
  );
  // One statement: asking table by table takes most of the time of the tests that compare.
  const { rows } = await app.deps.pool.query<{ name: string; rows: unknown }>(
    tables
      .map(
        ({ name }) =>
          `select '${name}' as name, coalesce(jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text), '[]') as rows
             from ${name} t where account_id = $1`,
      )
      .join(' union all '),
    [accountId],
  );
  return Object.fromEntries(rows.map((table) => [table.name, table.rows]));
}
