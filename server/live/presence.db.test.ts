import { afterAll, beforeAll, expect, it } from 'vitest';
import * as routes from '../../contract/routes.ts';
import { createTestDatabase } from '../testing/database.ts';
import { openStream } from '../testing/event-stream.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../testing/test-app.ts';
import { createClient } from '../testing/test-client.ts';
import { sendText } from '../testing/texting.ts';

/** Two nodes over one database. */
let app: TestApp;
let other: TestApp;
/** An admin. */
let ana: Recruiter;
let ben: Recruiter;
let cy: Recruiter;

beforeAll(async () => {
  const database = await createTestDatabase();
  app = await startTestApp({ database });
  other = await startTestApp({
    database: { ...database, drop: async () => {} },
    carrier: app.deps.carrier,
  });
  ana = await app.signUp();
  ben = await app.addColleague(ana, 'member');
  cy = await app.addColleague(ana, 'member');
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

async function listen(person: Recruiter, at: TestApp = app) {
  const stream = await openStream(at.url, person.token);
  const heard = () =>
    stream.events.flatMap(({ event }) =>
      event.type === 'presence'
        ? [`${event.user.id === ben.userId ? 'ben' : event.user.id} ${event.state}`]
        : [],
    );
  return { heard, close: stream.close };
}

it('reaches those who may see the conversation, on every node, and not the person', async () => {
  const { conversationId: id } = await sendText(ben, candidatePhone(), 'Hi');
  const [anas, anasElsewhere, bens, cys] = await Promise.all([
    listen(ana),
    listen(ana, other),
    listen(ben),
    listen(cy),
  ]);
  const bensTab = createClient(other.url, ben.token);
  const say = (state: 'viewing' | 'typing' | 'left') =>
    bensTab.call(routes.sendPresence, { params: { id }, body: { state } });
  await say('viewing');
  await eventually(() => expect(anas.heard()).toEqual(['ben viewing']));
  await say('viewing');
  await say('typing');
  await eventually(() => expect(anas.heard()).toEqual(['ben viewing', 'ben typing']));

  // Who joins now is at the same point.
  const late = await listen(ana);
  await eventually(() => expect(late.heard()).toEqual(['ben typing']));

  await say('left');
  const whole = ['ben viewing', 'ben typing', 'ben left'];
  await eventually(() => {
    expect(anas.heard()).toEqual(whole);
    expect(anasElsewhere.heard()).toEqual(whole);
    expect(late.heard()).toEqual(['ben typing', 'ben left']);
  });
  expect(bens.heard()).toEqual([]);
  expect(cys.heard()).toEqual([]);
  expect(await cy.refusal(routes.sendPresence, { params: { id }, body: { state: 'viewing' } })).toBe(
    '404 not_found',
  );
  for (const stream of [anas, anasElsewhere, bens, cys, late]) stream.close();
});

it('is written nowhere', async () => {
  const { conversationId: id } = await sendText(ben, candidatePhone(), 'Hi');
  const count = async () =>
    (await app.deps.pool.query('select max(id)::text as last from live_events where subject_id = $1', [id]))
      .rows[0]?.last;
  await eventually(async () => {
    const { rows } = await app.deps.pool.query('select status from messages where conversation_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ status: 'delivered' }]);
  });
  const before = await count();
  const anas = await listen(ana);
  await ben.call(routes.sendPresence, { params: { id }, body: { state: 'typing' } });
  await eventually(() => expect(anas.heard()).toEqual(['ben typing']));
  expect(await count()).toBe(before);
  anas.close();
});
