import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startFakeTwilio } from '../server/adapters/carrier/fakes/fake-twilio.ts';
import { signUpRecruiters } from './company.ts';
import { measuredEnvironment, spawnProgram, startDatabase } from './processes.ts';
import { textsTo } from './sending.ts';

export type Ground = Awaited<ReturnType<typeof startGround>>;

/** What the nodes of a measurement share: an empty database, and a carrier. */
export async function startGround(
  name: string,
  { closing, say }: { closing: (() => unknown)[]; say(sentence: string): void },
) {
  const dataDir = mkdtempSync(join(tmpdir(), `hiretext-${name}-`));
  closing.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const database = await startDatabase(dataDir, say);
  closing.push(database.stop);
  const keys = await startFakeTwilio();
  closing.push(() => keys.stop());
  const environment = measuredEnvironment(keys, { DATABASE_URL: database.url, DATA_DIR: dataDir });
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  closing.push(() => pool.end());
  return { databaseUrl: database.url, keys, environment, pool };
}

/** By a node that is gone before anything is measured. */
export async function signUpWithTexts({ environment, pool }: Ground, say: (sentence: string) => void) {
  say('signing up');
  const first = await spawnProgram('server/main.ts', '/readyz', environment);
  const recruiters = await signUpRecruiters(first.url);
  const texts = await textsTo(first.url, recruiters, pool);
  await first.stop();
  return { recruiters, texts };
}
