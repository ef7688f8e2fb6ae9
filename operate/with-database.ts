import { type Connection, connect, type DatabaseLimits } from '../server/db/connection.ts';
import { schemaState } from '../server/db/migrate.ts';
import { readEnv } from '../server/env.ts';
import { type Operator, Problem } from './command.ts';
import { openDatabase } from './database.ts';

const CONNECTIONS = 2;

/** For commands that ask the database something that this version's code knows how to ask. */
export async function withDatabase<T>(
  operator: Operator,
  work: (connection: Connection, address: string) => Promise<T>,
  limits: Partial<DatabaseLimits> = {},
): Promise<T> {
  const opened = await openDatabase(readEnv(operator.variables, operator.checkout));
  const connection = connect(opened.url, { max: CONNECTIONS, onError: () => {}, ...limits });
  try {
    if ((await schemaState(connection.pool)).missing.length > 0)
      throw new Problem('The database is behind this version. Start the server, which migrates it.');
    return await work(connection, opened.url);
  } finally {
    await connection.close();
    await opened.close();
  }
}
