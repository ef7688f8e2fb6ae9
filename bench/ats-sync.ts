import { parseArgs } from 'node:util';
import * as routes from '../contract/routes.ts';
import type { AtsPerson } from '../server/adapters/ats/port.ts';
import { migrate } from '../server/db/migrate.ts';
import { findConnection } from '../server/features/ats/connections-store.ts';
import { runSyncAts } from '../server/features/ats/sync.ts';
import {
  createFakeAtsConnector,
  fakeAtsApplication,
  fakeAtsPerson,
} from '../server/testing/fake-ats-connector.ts';
import { startTestApp } from '../server/testing/test-app.ts';
import { startThrowAwayPostgres } from '../server/testing/throw-away-postgres.ts';

/*
 * node bench/ats-sync.ts [--people 50000]
 * How fast we sync people of an applicant-tracking system: the first time, and again when nothing has changed. The system
 * answers at once, so this is our part alone. Memory includes the fake's people, which are in the same process.
 */

const { values } = parseArgs({ options: { people: { type: 'string', default: '50000' } } });
const count = Number(values.people);
const type = 'lever' as const;

const postgres = await startThrowAwayPostgres();
await migrate(postgres.url);
const system = createFakeAtsConnector({ pageSize: 100 });
const app = await startTestApp({
  database: { url: postgres.url, drop: postgres.stop },
  ats: { connectors: new Map([[type, system.connector]]) },
});
try {
  const ana = await app.signUp();
  system.state.people = Array.from({ length: count }, (_, n) => someone(n));
  const before = process.memoryUsage().rss;
  await ana.call(routes.saveAtsIntegration, { body: { type, credentials: { apiKey: 'good' } } });
  await measure('first sync', ana.accountId);
  await app.deps.pool.query('update ats_connections set synced_from = null, next_sync_at = now()');
  await measure('the same again', ana.accountId);
  const mb = (bytes: number) => Math.round(bytes / 1e6);
  console.log(`memory: ${mb(before)} MB before, ${mb(process.memoryUsage().rss)} MB after`);
} finally {
  await app.stop();
}

/** The job does it too, so the two take turns. */
async function measure(what: string, accountId: string): Promise<void> {
  const start = performance.now();
  let longest = 0;
  for (;;) {
    const row = await findConnection(app.deps.db, accountId, type);
    if (row === undefined) throw new Error('It is not connected');
    if (row.syncState === 'failed') throw new Error(`The sync failed: ${row.errorMessage}`);
    if (row.syncState === 'idle' && row.syncedFrom !== null) break;
    const begun = performance.now();
    await runSyncAts(app.deps, row);
    longest = Math.max(longest, performance.now() - begun);
  }
  const seconds = (performance.now() - start) / 1000;
  console.log(`${what}: ${count} people in ${seconds.toFixed(1)} s, ${Math.round(count / seconds)} a second`);
  console.log(`  longest slice ${(longest / 1000).toFixed(1)} s`);
}

function someone(n: number): AtsPerson {
  const first = ['Ana', 'Ben', 'Cem', 'Dara', 'Eva', 'Finn', 'Gia'][n % 7] ?? '';
  return fakeAtsPerson({
    externalId: `p${n}`,
    firstName: first,
    lastName: `Lopez${n % 5000}`,
    emails: [`person${n}@example.com`],
    phones: n % 10 === 0 ? [] : [`+1312${String(2_000_000 + n)}`],
    applications: [fakeAtsApplication({ externalId: `a${n}`, jobExternalId: `j${n % 50}` })],
  });
}
