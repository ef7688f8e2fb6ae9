import { connect } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as routes from '../../contract/routes.ts';
import { createTestDatabase } from '../testing/database.ts';
import { type EventStream, openStream } from '../testing/event-stream.ts';
import { hasNats, type NatsServer, startNatsServer } from '../testing/nats.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../testing/test-app.ts';
import { receiveText, sendText, untilStatus } from '../testing/texting.ts';

/* Two nodes over one database, with NATS between them. */

describe.skipIf(!hasNats)('with NATS', () => {
  let nats: NatsServer;
  let app: TestApp;
  let other: TestApp;
  let ana: Recruiter;
  let ben: Recruiter;
  /** At the other node. */
  let stream: EventStream;

  beforeAll(async () => {
    nats = await startNatsServer();
    const database = await createTestDatabase();
    const variables = { NATS_URL: `nats://${nats.address}` };
    app = await startTestApp({ database, variables });
    other = await startTestApp({
      database: { ...database, drop: async () => {} },
      variables,
      carrier: app.deps.carrier,
    });
    ana = await app.signUp();
    ben = await app.addColleague(ana, 'admin');
    stream = await openStream(other.url, ana.token);
  });
  afterAll(async () => {
    stream?.close();
    await other?.stop();
    await app?.stop();
    await nats?.stop();
  });

  const bodies = () =>
    stream.events.flatMap(({ event }) => (event.type === 'message.created' ? [event.message.body] : []));
  const statesIn = (id: string) =>
    stream.events.flatMap(({ event }) =>
      event.type === 'presence' && event.conversationId === id ? [event.state] : [],
    );

  /** What goes through NATS while `work` does something. */
  async function carried(work: () => Promise<unknown>): Promise<{ channels: Set<string>; words: string }> {
    const stranger = await connect({ servers: nats.address });
    const channels = new Set<string>();
    let words = '';
    stranger.subscribe('hiretext.>', {
      callback: (_error, { subject, data }) => {
        channels.add(subject.split('.').at(-1) ?? '');
        words += `${subject} ${Buffer.from(data)}`;
      },
    });
    await stranger.flush();
    await work();
    await stranger.close();
    return { channels, words };
  }

  /** As operators see it. */
  const byNats = async () =>
    (await (await fetch(`${other.url}/metrics`)).text())
      .split('\n')
      .find((line) => /^signals_by_nats /.test(line));

  /** A text out, a text in, and a colleague who types: Ana's browser at the other node hears of all of it. */
  async function talk(what: string): Promise<void> {
    const phone = candidatePhone();
    const message = await sendText(ana, phone, `${what} out`);
    await untilStatus(ana, message, 'delivered');
    await receiveText(app, ana, phone, `${what} in`);
    const { conversationId: id } = message;
    await eventually(async () => {
      // As browsers do while someone types.
      await ben.call(routes.sendPresence, { params: { id }, body: { state: 'typing' } });
      expect(bodies()).toEqual(expect.arrayContaining([`${what} out`, `${what} in`]));
      expect(statesIn(id)).toEqual(['typing']);
    });
  }

  it('nodes signal each other by it, and nothing of a text goes through it', async () => {
    const { channels, words } = await carried(() => talk('with it'));
    expect([...channels].sort()).toEqual(['carrier_events', 'live_events', 'messages', 'presence']);
    expect(words).not.toContain('with it');
  });

  it('nothing is lost when it is killed in the middle, and it is used again when it is back', async () => {
    const talks = ['a', 'b', 'c'].map(talk);
    await nats.kill();
    await Promise.all(talks);
    await talk('without it');
    await eventually(async () => expect(await byNats()).toBe('signals_by_nats 0'));
    await nats.start();
    await eventually(async () => {
      const { channels } = await carried(() => sendText(ana, candidatePhone(), 'Hi'));
      expect(channels).toContain('live_events');
    });
    await talk('with it again');
    expect(await byNats()).toBe('signals_by_nats 1');
  });
});
