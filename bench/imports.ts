import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startFakeTwilio } from '../server/adapters/carrier/fakes/fake-twilio.ts';
import { writeXlsx } from '../server/features/imports/refused/write-xlsx.ts';
import { signUpRecruiter } from './company.ts';
import { asCsv, people, startImport, untilImported } from './importing.ts';
import { databaseTime, measuredEnvironment, spawnProgram, startDatabase } from './processes.ts';

/*
 * node run/with-node.js bench/imports.ts [--rows 50000]
 * How long an import takes from the upload to its last row, in processor time too, and the memory of the server meanwhile: as CSV, the same again, as XLSX, and
 * as opt-outs. The server is a separate process.
 */

const { values } = parseArgs({ options: { rows: { type: 'string', default: '50000' } } });
const count = Number(values.rows);
const IDLE_MS = 3000;

const say = (sentence: string) => console.log(sentence);
const dataDir = mkdtempSync(join(tmpdir(), 'hiretext-imports-'));
const database = await startDatabase(dataDir, say);
const keys = await startFakeTwilio();
const server = await spawnProgram(
  'server/main.ts',
  '/readyz',
  measuredEnvironment(keys, { DATABASE_URL: database.url, DATA_DIR: dataDir }),
);
try {
  const { token } = await signUpRecruiter(server.url, 'Importing', '415');
  await wait(IDLE_MS);
  say(`idle: ${Math.round(server.memory())} MB`);
  const csv = (areaCode: string) => asCsv(people(count, areaCode));
  await measure('CSV', token, csv('415'), 'candidates');
  await measure('the same again', token, csv('415'), 'candidates');
  const xlsx = await buffer(
    writeXlsx(
      (async function* () {
        yield* people(count, '512');
      })(),
    ),
  );
  await measure('XLSX', token, xlsx, 'candidates');
  await measure('opt-outs', token, csv('646'), 'optOuts');
} finally {
  await server.stop();
  await keys.stop();
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function measure(what: string, token: string, bytes: Buffer, kind: string): Promise<void> {
  const before = await spent();
  const start = performance.now();
  const started = await startImport(server.url, token, bytes, kind);
  const uploaded = performance.now();
  let most = server.memory();
  const current = await untilImported(server.url, token, started, () => {
    most = Math.max(most, server.memory());
  });
  const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1);
  const after = await spent();
  const { status, created, updated, refused } = current;
  say(
    `${what}: ${status}, ${seconds(start)} s (${seconds(uploaded)} s after the upload of ${(bytes.length / 1e6).toFixed(1)} MB), ` +
      `${(after.server - before.server).toFixed(1)} s of a processor for the server and ` +
      `${(after.database - before.database).toFixed(1)} s for the database, ${created} new, ${updated} known, ${refused} refused, ${Math.round(most)} MB at most`,
  );
}

/** Processor time so far. */
async function spent(): Promise<{ server: number; database: number }> {
  return { server: server.processorTime(), database: await databaseTime(database.url) };
}
