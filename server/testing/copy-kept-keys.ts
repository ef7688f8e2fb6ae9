import pg from 'pg';

/** As the operator does once, before a new cell has anyone (docs/cells.md). */
export async function copyKeptKeys(from: string, to: string): Promise<void> {
  const source = new pg.Client({ connectionString: from });
  const target = new pg.Client({ connectionString: to });
  await source.connect();
  await target.connect();
  const { rows } = await source.query('select * from kept_keys');
  await target.query('delete from kept_keys');
  await target.query('insert into kept_keys select * from json_populate_recordset(null::kept_keys, $1)', [
    JSON.stringify(rows),
  ]);
  await source.end();
  await target.end();
}
