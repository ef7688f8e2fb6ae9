import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Connection, connect, inTransaction } from '../../../db/connection.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { createKeepEvent, type KeptEvent, takeEvents, yieldToWebhooks } from './carrier-events.ts';

let database: TestDatabase;
let connection: Connection;

beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.url, { max: 4, onError: () => {} });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

beforeEach(async () => {
  await connection.pool.query('delete from carrier_events');
});

const text = ({ from = '+13125550100', body = 'Hi' }) => ({
  carrier: 'twilio',
  accountId: null,
  messageId: null,
  receivedAt: new Date(),
  event: {
    type: 'inbound' as const,
    carrierId: body,
    from,
    to: '+13125550101',
    body,
    media: [],
    occurredAt: new Date().toISOString(),
    carrierOptOut: null,
  },
});
const senderOf = ({ event }: KeptEvent) => (event.type === 'inbound' ? event.from : '');

test('events are taken in the order in which they came, also where their numbers get another digit', async () => {
  await connection.pool.query("select setval(pg_get_serial_sequence('carrier_events', 'id'), 96)");
  const keep = createKeepEvent(connection);
  const bodies = Array.from({ length: 8 }, (_, index) => `text ${index}`);
  for (const body of bodies) await keep(text({ body }));
  const taken = await inTransaction(connection.db, (tx) => takeEvents(tx, 50));
  expect(taken.map(({ event }) => event.type === 'inbound' && event.body)).toEqual(bodies);
});

test('two who take at the same time have no sender in common, and leave out what was given up', async () => {
  const keep = createKeepEvent(connection);
  const senders = Array.from({ length: 100 }, (_, index) => `+1312555${1000 + index}`);
  for (const from of [...senders, ...senders]) await keep(text({ from }));
  await connection.pool.query("update carrier_events set retry_at = 'infinity' where id % 3 = 0");
  const held = Promise.withResolvers<void>();
  const taking = Promise.withResolvers<KeptEvent[]>();
  const first = inTransaction(connection.db, async (tx) => {
    taking.resolve(await takeEvents(tx, 1000));
    await held.promise;
  });
  const mine = await taking.promise;
  const theirs = await inTransaction(connection.db, (tx) => takeEvents(tx, 1000));
  held.resolve();
  await first;
  const [ours, others] = [new Set(mine.map(senderOf)), new Set(theirs.map(senderOf))];
  expect(ours.size).toBeGreaterThan(0);
  expect(others.size).toBeGreaterThan(0);
  expect([...ours].filter((sender) => others.has(sender))).toEqual([]);
  // All that is due of theirs, and nothing else.
  const { rows } = await connection.pool.query<{ id: string }>(
    "select id from carrier_events where retry_at < 'infinity' and sender = any($1)",
    [[...ours]],
  );
  expect(mine.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
});

test('processing pauses while a webhook waits for its commit, and not for long', async () => {
  const lock = await connection.pool.connect();
  await lock.query('begin');
  await lock.query('lock table carrier_events in share mode');
  const keeping = createKeepEvent(connection)(text({}));
  const startedAt = performance.now();
  await yieldToWebhooks(connection.db);
  expect(performance.now() - startedAt).toBeGreaterThan(40);
  await lock.query('rollback');
  lock.release();
  await keeping;
  const thenAt = performance.now();
  await yieldToWebhooks(connection.db);
  expect(performance.now() - thenAt).toBeLessThan(40);
});
