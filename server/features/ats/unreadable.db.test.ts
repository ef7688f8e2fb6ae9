import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { createFakeAtsConnector, fakeAtsPerson } from '../../testing/fake-ats-connector.ts';
import { type Recruiter, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { findConnection } from './connections-store.ts';
import { runSyncAts } from './sync.ts';

/* What a system sends that can't be read, and one that never comes to an end. */

const { connector, state } = createFakeAtsConnector({ pageSize: 2 });
const type = 'lever' as const;
let app: TestApp;
let ana: Recruiter;

beforeAll(async () => {
  app = await startTestApp({
    variables: { ROLES: 'web' },
    ats: { connectors: new Map([[type, connector]]) },
  });
});
afterAll(() => app.stop());
afterEach(() => {
  app.clock.reset();
  Object.assign(state, { people: [], unreadable: [], unreadableInterviews: [], isCircle: false });
});

async function connect(): Promise<void> {
  ana = await app.signUp();
  await ana.call(routes.saveAtsIntegration, { body: { type, credentials: { apiKey: 'good' } } });
  await sync();
}

async function sync(): Promise<void> {
  const row = await findConnection(app.deps.db, ana.accountId, type);
  if (row === undefined) throw new Error('It is not connected');
  await app.deps.pool.query('update ats_connections set next_sync_at = $2 where account_id = $1', [
    ana.accountId,
    app.clock(),
  ]);
  await runSyncAts(app.deps, row);
}

async function shown() {
  const [integration] = await ana.call(routes.listAtsIntegrations, {});
  if (integration === undefined) throw new Error('It is not connected');
  return integration;
}

const people = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    fakeAtsPerson({ externalId: `p${n}`, phones: [`+1312555${4000 + n}`] }),
  );

it('is shown with its name until it can be read, and the others are read', async () => {
  state.people = people(3);
  state.unreadable = [{ id: 'p7', name: 'Zoë Díaz' }, {}];
  await connect();
  const { unreadable, sync: progress, error } = await shown();
  expect(unreadable).toHaveLength(1);
  expect(unreadable[0]).toMatchObject({ kind: 'person', count: 2 });
  expect(unreadable[0]?.records).toContainEqual({ externalId: 'p7', name: 'Zoë Díaz' });
  expect([progress.candidates, progress.state, error]).toEqual([3, 'idle', null]);
  state.unreadable = [];
  state.people = [...state.people, fakeAtsPerson({ externalId: 'p7' })];
  await sync();
  // The other has no ID, so only a full sync shows that it's gone. It's due once a day.
  expect((await shown()).unreadable).toMatchObject([
    { count: 1, records: [{ externalId: null, name: null }] },
  ]);
  expect(state.lastSince).not.toBeNull();
  app.clock.advance(25 * 3600_000);
  await sync();
  expect(state.lastSince).toBeNull();
  expect((await shown()).unreadable).toEqual([]);
});

it('is counted to 500', async () => {
  state.people = people(1);
  state.unreadable = Array.from({ length: 700 }, (_, n) => ({ id: `x${n}` }));
  state.unreadableInterviews = [{}];
  await connect();
  await sync();
  const counts = (await shown()).unreadable.map(({ kind, count, records }) => [kind, count, records.length]);
  expect(counts).toEqual([
    ['interview', 1, 1],
    ['person', 500, 10],
  ]);
});

it('ends where the pages start over, and reports it', async () => {
  state.people = people(9);
  state.isCircle = true;
  state.pagesRead = 0;
  await connect();
  const { error, sync: progress } = await shown();
  expect(progress.state).toBe('failed');
  expect(error?.message).toMatch(/^Lever keeps sending the same pages/);
  expect(state.pagesRead).toBeLessThan(20);
  expect((await findConnection(app.deps.db, ana.accountId, type))?.syncCheckpoint).toBeNull();
});
