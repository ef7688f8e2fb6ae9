import pg from 'pg';

const ROUNDS = 3;

const SENTENCE =
  'DATABASE_URL is a pooler that gives each transaction another session, so locks and notifications would be lost. Set pool_mode = session, or name PostgreSQL itself.';

/**
 * Before anything is written: a pooler between us and PostgreSQL has to keep each connection's session. While another connection
 * is in a transaction, ours must have the session that it had before, and the other one can't have it.
 */
export async function requireSessions(client: pg.Client, connectAnother: () => pg.Client): Promise<void> {
  const own = await sessionOf(client);
  // A pooler has its own numbers. Without one, nothing has to be tried.
  if ((client as pg.Client & { processID: number }).processID === own) return;
  const other = connectAnother();
  other.on('error', () => {});
  await other.connect();
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      await begin(other);
      const others = await sessionOf(other);
      if (others === own || (await sessionOf(client)) !== own) throw new Error(SENTENCE);
      await other.query('commit');
    }
  } finally {
    void other.end().catch(() => {});
  }
}

async function sessionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

/** A pooler may refuse transactions altogether. */
async function begin(client: pg.Client): Promise<void> {
  try {
    await client.query('begin');
  } catch (error) {
    throw error instanceof pg.DatabaseError ? new Error(SENTENCE, { cause: error }) : error;
  }
}
