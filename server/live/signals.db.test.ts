import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { raiseAfterCommit } from '../db/after-commit.ts';
import { type Connection, connect } from '../db/connection.ts';
import { createLog } from '../log.ts';
import { createTestDatabase } from '../testing/database.ts';
import { eventually } from '../testing/test-app.ts';
import { startSignals } from '../vendors/signal-wires.ts';

async function opened(through = ({ pool }: Connection) => pool) {
  const database = await createTestDatabase();
  const connection = connect(database.url, { max: 2, onError: () => {} });
  const signals = await startSignals({
    connectionString: database.url,
    db: connection.db,
    pool: through(connection),
    log: createLog('silent'),
  });
  onTestFinished(async () => {
    await signals.close();
    await connection.close();
    await database.drop();
  });
  return { ...connection, signals };
}

test('what is sent first is heard first, also while the database is slow', async () => {
  let isFirst = true;
  const { signals } = await opened(
    ({ pool }) =>
      ({
        query: async (...given: Parameters<typeof pool.query>) => {
          if (isFirst) {
            isFirst = false;
            await wait(300);
          }
          return pool.query(...given);
        },
      }) as typeof pool,
  );
  const heard: string[] = [];
  signals.on('presence', (payload) => heard.push(payload));
  signals.send('presence', 'viewing');
  await wait(50);
  for (const state of ['viewing', 'typing', 'viewing']) signals.send('presence', state);
  await eventually(() => expect(heard).toEqual(['viewing', 'typing', 'viewing']));
});

test('what is too long for a signal keeps no other from being heard', async () => {
  const { db, signals } = await opened();
  const heard: string[] = [];
  signals.on('presence', (payload) => heard.push(payload));
  signals.on('messages', () => heard.push('messages'));
  signals.send('presence', 'x'.repeat(8000));
  raiseAfterCommit(db, 'messages');
  await eventually(() => expect(heard).toEqual(['messages']));
});

test('hears what triggers report', async () => {
  const { pool, signals } = await opened();
  const heard: string[] = [];
  signals.on('sessions', (change) => heard.push(change));
  await pool.query("select pg_notify('sessions', 'an account')");
  await eventually(() => expect(heard).toEqual(['an account']));
});
