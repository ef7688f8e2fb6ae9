import { join } from 'node:path';
import { DatabaseClient } from '../server/db/database-client.ts';
import { startEmbeddedPostgres } from '../server/db/embedded.ts';
import { hasCluster, runningEmbeddedUrl } from '../server/db/embedded-running.ts';
import { requirePostgres } from '../server/db/require-postgres.ts';
import { requireSessions } from '../server/db/require-sessions.ts';
import { unreached } from '../server/db/unavailable.ts';
import type { Env } from '../server/env.ts';
import { Problem } from './command.ts';

const REACHED_WITHIN_MS = 10_000;

interface Opened {
  url: string;
  close(): Promise<void>;
}

/**
 * The database that the server uses. An embedded one that isn't running is started for as long as the command takes; `create`
 * makes one where there is none yet.
 */
export async function openDatabase(
  env: Pick<Env, 'databaseUrl' | 'dataDir'>,
  { create = false }: { create?: boolean } = {},
): Promise<Opened> {
  if (env.databaseUrl !== null) {
    await reach(env.databaseUrl);
    return { url: env.databaseUrl, close: async () => {} };
  }
  const dataDir = join(env.dataDir, 'postgres');
  const running = runningEmbeddedUrl(dataDir);
  if (running !== null) return { url: running, close: async () => {} };
  if (!create && !hasCluster(dataDir))
    throw new Problem(`There is no database in ${env.dataDir} yet. Start Hiretext once, or set DATA_DIR.`);
  const postgres = await startEmbeddedPostgres({ dataDir, log: { info: () => {}, warn: () => {} } });
  return { url: postgres.url, close: () => postgres.stop() };
}

async function reach(connectionString: string): Promise<void> {
  const open = () => new DatabaseClient({ connectionString, connectionTimeoutMillis: REACHED_WITHIN_MS });
  const client = open();
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw error instanceof Error ? new Problem(unreached(error).message) : error;
  }
  try {
    await requirePostgres(client);
    await requireSessions(client, open);
  } catch (error) {
    throw error instanceof Error ? new Problem(error.message) : error;
  } finally {
    await client.end();
  }
}
