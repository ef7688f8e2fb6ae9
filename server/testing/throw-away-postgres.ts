import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../db/embedded.ts';

/** A new, empty PostgreSQL. Nothing of it is left when it is stopped. */
export async function startThrowAwayPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hiretext-test-'));
  const log = { info: () => {}, warn: (sentence: string) => process.stderr.write(`${sentence}\n`) };
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, log, durable: false });
    return { url: postgres.url, stop: () => postgres.stop().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}
