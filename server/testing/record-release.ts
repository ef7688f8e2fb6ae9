import { createWriteStream, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { writeBackup } from '../backups/write-backup.ts';
import { migrate } from '../db/migrate.ts';
import { newestOf } from '../db/releases.ts';
import { seedBilling } from '../demo/seed-billing.ts';
import { seedDemo } from '../demo/seed-demo.ts';
import { readEnv } from '../env.ts';
import { sequenceEvents } from '../features/events/sequence.ts';
import { createLog } from '../log.ts';
import { start } from '../start.ts';
import { fillTables } from './fill-tables.ts';
import { freePort } from './free-port.ts';
import { RECORDED_KEY, RECORDED_SECRET, recordedFile } from './recorded-releases.ts';
import { startThrowAwayPostgres } from './throw-away-postgres.ts';

/* `npm run release` records what a database of this version looks like: the demo company, and a row in each other table. */

export async function recordRelease(version: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hiretext-recording-'));
  const postgres = await startThrowAwayPostgres();
  try {
    await migrate(postgres.url);
    const port = String(await freePort());
    const env = readEnv(
      { DATA_DIR: dataDir, SECRET_KEY: RECORDED_SECRET, PORT: port, ROLES: 'web' },
      dataDir,
    );
    const running = await start({
      env,
      connectionString: postgres.url,
      log: createLog('warn'),
      webDir: null,
      crons: [],
    });
    const { deps, sandbox } = running;
    await seedDemo(deps);
    if (sandbox !== null) await seedBilling(deps, sandbox);
    await sequenceEvents(deps.db, deps.clock(), new Set());
    await running.close();
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await fillTables(client, deps.sealer).finally(() => client.end());
    await writeBackup({
      connectionString: postgres.url,
      place: { write: (_name, stored) => toFile(recordedFile(version), stored) },
      backupKey: RECORDED_KEY,
      secretKey: RECORDED_SECRET,
      media: null,
      now: new Date(),
    });
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function toFile(path: string, stored: AsyncIterable<Uint8Array>): Promise<number> {
  mkdirSync(dirname(path), { recursive: true });
  await pipeline(stored, createWriteStream(path));
  return statSync(path).size;
}

if (import.meta.main) await recordRelease(newestOf().version);
