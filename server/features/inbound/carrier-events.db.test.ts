import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, connect, inTransaction } from '../../db/connection.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createKeepEvent, takeEvents } from './carrier-events.ts';

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

test('events are taken in the order in which they came, also where their numbers get another digit', async () => {
  await connection.pool.query("select setval(pg_get_serial_sequence('carrier_events', 'id'), 96)");
  const keep = createKeepEvent(connection);
  const bodies = Array.from({ length: 8 }, (_, index) => `text ${index}`);
  for (const body of bodies)
    await keep({
      carrier: 'twilio',
      accountId: null,
      messageId: null,
      receivedAt: new Date(),
      event: {
        type: 'inbound',
        carrierId: body,
        from: '+13125550100',
        to: '+13125550101',
        body,
        media: [],
        occurredAt: new Date().toISOString(),
        carrierOptOut: null,
      },
    });
  const taken = await inTransaction(connection.db, (tx) => takeEvents(tx, 50));
  expect(taken.map(({ event }) => event.type === 'inbound' && event.body)).toEqual(bodies);
});
