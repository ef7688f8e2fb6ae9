import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../../../../contract/messages.ts';
import * as routes from '../../../../contract/routes.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { candidatePhone, type Recruiter, startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createClient } from '../../../testing/test-client.ts';
import { receiveText, sendText } from '../../../testing/texting.ts';

/** Two nodes over one database. */
let app: TestApp;
let other: TestApp;
let ana: Recruiter;
let ben: Recruiter;

beforeAll(async () => {
  const database = await createTestDatabase();
  app = await startTestApp({ database });
  other = await startTestApp({
    database: { ...database, drop: async () => {} },
    carrier: app.deps.carrier,
  });
  ana = await app.signUp();
  ben = await app.addColleague(ana, 'admin');
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

interface Sent {
  by: Recruiter;
  lastSeenMessageId?: string | null;
  evenIfCrossed?: boolean;
  at?: TestApp;
  key?: string;
}

/** The text that was taken, or that came in between, or the refusal. */
async function send(conversationId: string, { by, at = app, key, ...more }: Sent) {
  const answer = await createClient(at.url, by.token).ask(routes.sendMessage, {
    body: { conversationId, body: `From ${by.userId}`, ...more },
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  });
  if (answer.status === 201) return { taken: answer.body as Message };
  const refusal = answer.body as { code: string; details?: { message?: Message } };
  return { code: refusal.code, message: refusal.details?.message };
}

async function begun(): Promise<{ id: string; last: string; phone: string }> {
  const phone = candidatePhone();
  const { id, conversationId } = await sendText(ana, phone, 'Hi');
  return { id: conversationId, last: id, phone };
}

describe("a colleague's text that came in between", () => {
  it('is shown instead of sending, until the sender says so', async () => {
    const { id, last } = await begun();
    const bens = await send(id, { by: ben, lastSeenMessageId: last });
    const key = app.deps.newId();
    const asked = await send(id, { by: ana, lastSeenMessageId: last, key });
    expect(asked).toMatchObject({ code: 'crossed', message: { id: bens.taken?.id, body: bens.taken?.body } });
    // Having seen it, or not caring, with the same key.
    expect(await send(id, { by: ana, lastSeenMessageId: last, key, evenIfCrossed: true })).toMatchObject({
      taken: { clientKey: key },
    });
    expect(await send(id, { by: ana, lastSeenMessageId: bens.taken?.id ?? '' })).toHaveProperty('taken');
    expect(await send(id, { by: ana })).toHaveProperty('taken');
  });

  it('is one that a colleague wrote: not mine, not the candidate’s, not one taken back', async () => {
    const { id, last, phone } = await begun();
    await receiveText(app, ana, phone, 'Hello?');
    expect(await send(id, { by: ana, lastSeenMessageId: last })).toHaveProperty('taken');
    expect(await send(id, { by: ana, lastSeenMessageId: last })).toHaveProperty('taken');
    const undone = await ben.call(routes.sendMessage, {
      body: { conversationId: id, body: 'Oops', undoSeconds: 30 },
    });
    await ben.call(routes.cancelMessage, { params: { id: undone.id } });
    expect(await send(id, { by: ana, lastSeenMessageId: last })).toHaveProperty('taken');
    expect(await send(id, { by: ben, lastSeenMessageId: last })).toHaveProperty(
      'message.sender.id',
      ana.userId,
    );
    // Who has seen nothing has not seen the first either.
    expect(await send(id, { by: ben, lastSeenMessageId: null })).toHaveProperty('code', 'crossed');
  });

  it('is looked for only after a text of the same conversation', async () => {
    const [one, another] = [await begun(), await begun()];
    expect(await send(one.id, { by: ana, lastSeenMessageId: another.last })).toHaveProperty(
      'code',
      'invalid',
    );
  });
});

describe('at the same moment', () => {
  it.each([
    ['in one batch', () => app],
    ['on two nodes', () => other],
  ])('exactly one goes out without asking: %s', async (_, second) => {
    for (let round = 0; round < 15; round += 1) {
      const { id, last } = await begun();
      const results = await Promise.all([
        send(id, { by: ana, lastSeenMessageId: last }),
        send(id, { by: ben, lastSeenMessageId: last, at: second() }),
        // Others' texts that share the batch go out in any case.
        ...[1, 2, 3].map(async () => send((await begun()).id, { by: ana })),
      ]);
      const [anas, bens, ...others] = results;
      const asked = [anas, bens].filter((each) => each?.code === 'crossed');
      expect(asked).toHaveLength(1);
      const taken = anas?.taken ?? bens?.taken;
      expect(asked[0]?.message?.id).toBe(taken?.id);
      expect(others.every((each) => each.taken)).toBe(true);
      const { items } = await ana.call(routes.listMessages, { params: { id }, query: {} });
      expect(items).toHaveLength(2);
    }
  });
});
