import { expect, it } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { openStream } from '../testing/event-stream.ts';
import { candidatePhone, eventually, startTestApp } from '../testing/test-app.ts';
import { sendText } from '../testing/texting.ts';

it('a database that was restored elsewhere notifies browsers of what is new', async () => {
  const database = await createTestDatabase();
  const first = await startTestApp({ database: { ...database, drop: async () => {} } });
  const ana = await first.signUp();
  const { rows } = await first.deps.pool.query<{ place: string }>(
    `insert into live_events (account_id, kind, subject_id, xact)
     values ($1, 'seat.updated', $1, '4000000000') returning xact || '-' || id || '-4000000001:4000000001:' as place`,
    [ana.accountId],
  );
  await first.stop();

  const restored = await startTestApp({ database });
  const stream = await openStream(restored.url, ana.token, { lastEventId: rows[0]?.place ?? '' });
  const again = { ...ana, ...restored.client(ana.token) };
  await sendText(again, candidatePhone(), 'Hello');
  await eventually(() => expect(stream.events.map(({ event }) => event.type)).toContain('message.created'));
  stream.close();
  await restored.stop();
});
