import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { API_BASE } from '../contract/api.ts';
import * as routes from '../contract/routes.ts';
import { startFakeTwilio } from '../server/adapters/carrier/fakes/fake-twilio.ts';
import { writeXlsx } from '../server/features/imports/refused/write-xlsx.ts';
import { signUpRecruiter } from './company.ts';
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
  const csv = (prefix: string) =>
    Buffer.from([...rows(prefix)].map((cells) => `${cells.join(',')}\n`).join(''));
  await measure('CSV', token, csv('415'), 'candidates');
  await measure('the same again', token, csv('415'), 'candidates');
  const xlsx = await buffer(
    writeXlsx(
      (async function* () {
        yield* rows('512');
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

function* rows(areaCode: string): Generator<string[]> {
  yield ['First name', 'Last name', 'Mobile phone', 'Email', 'City', 'Job title', 'Tags', 'Notes'];
  for (let n = 0; n < count; n += 1) {
    const phone = `(${areaCode}) ${String(200 + Math.floor(n / 10_000))}-${String(n % 10_000).padStart(4, '0')}`;
    const person = [`First${n % 500}`, `Last${n % 7000}`, phone, `person${n}.${areaCode}@example.com`];
    yield [...person, 'San Francisco', 'Registered Nurse', 'RN;nights', 'met at the spring fair'];
  }
}

async function measure(what: string, token: string, bytes: Buffer, kind: string): Promise<void> {
  const form = new FormData();
  form.append('kind', kind);
  form.append('file', new Blob([new Uint8Array(bytes)]), 'people');
  const headers = { authorization: `Bearer ${token}` };
  const before = await spent();
  const start = performance.now();
  const answer = await fetch(server.url + API_BASE + routes.startImport.path, {
    method: 'POST',
    headers,
    body: form,
  });
  let current = routes.startImport.reply.parse(await answer.json());
  const uploaded = performance.now();
  let most = server.memory();
  while (current.finishedAt === null) {
    await wait(200);
    most = Math.max(most, server.memory());
    const path = routes.getImport.path.replace('{id}', current.id);
    const again = await fetch(server.url + API_BASE + path, { headers });
    current = routes.getImport.reply.parse(await again.json());
  }
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
