import { sql } from 'kysely';
import type { Db } from '../../server/db/connection.ts';
import { createSealer } from '../../server/seal.ts';
import { type Checked, counted, type Finding, fail, ok } from './check.ts';

/** One value of each column that has sealed ones: with another SECRET_KEY, none of them opens. */
export async function checkSecrets({ env }: Pick<Checked, 'env'>, db: Db): Promise<Finding> {
  const name = 'secrets';
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select c.table_name as "table", c.column_name as "column"
      from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
       and c.data_type = 'text' and c.column_name like '%sealed%'
     order by 1, 2`.execute(db);
  const sealer = createSealer(env.secretKey);
  const closed: string[] = [];
  let opened = 0;
  for (const { table, column } of columns) {
    const { rows } = await sql<{ value: string }>`
      select ${sql.ref(column)} as value from ${sql.table(table)}
       where ${sql.ref(column)} is not null limit 1`.execute(db);
    for (const { value } of rows) {
      try {
        sealer.open(value);
        opened += 1;
      } catch {
        closed.push(table);
      }
    }
  }
  if (closed.length > 0)
    return fail(
      name,
      `SECRET_KEY doesn't open what is sealed in ${closed.join(', ')}.`,
      'Set SECRET_KEY to the one that this database was used with. Without it, people have to connect and set up those again.',
    );
  if (opened === 0) return ok(name, 'Nothing is sealed yet.');
  return ok(name, `SECRET_KEY opens what is sealed (${counted(opened, 'kind')} tried).`);
}
