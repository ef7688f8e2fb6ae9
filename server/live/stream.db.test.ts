import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import * as routes from '../../contract/routes.ts';
import { type EventStream, openStream } from '../testing/event-stream.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../testing/test-app.ts';
import { receiveText, sendText, untilStatus } from '../testing/texting.ts';

let app: TestApp;
let ana: Recruiter;

beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
});
afterAll(() => app.stop());

async function listen(person: { token: string }, lastEventId?: string): Promise<EventStream> {
  const stream = await openStream(app.url, person.token, lastEventId === undefined ? {} : { lastEventId });
  onTestFinished(() => stream.close());
  return stream;
}

/** The texts that a stream has sent as new. */
function newTexts(stream: EventStream): string[] {
  return stream.events.flatMap(({ event }) => (event.type === 'message.created' ? [event.message.body] : []));
}

describe('a stream', () => {
  it('sends what becomes of a text, in order, and how its thread looks then', async () => {
    const stream = await listen(ana);
    const text = await sendText(ana, candidatePhone(), 'Hi');
    await untilStatus(ana, text, 'delivered');
    await eventually(() =>
      expect(
        stream.events.some(
          ({ event }) => event.type === 'message.updated' && event.message.status === 'delivered',
        ),
      ).toBe(true),
    );
    // An event about a number that has just been linked may come in between.
    const [first, second] = stream.events.filter(({ event }) => event.type !== 'seat.updated');
    expect(first?.event).toMatchObject({ type: 'message.created', message: { id: text.id, body: 'Hi' } });
    expect(second?.event).toMatchObject({
      type: 'conversation.updated',
      conversation: { id: text.conversationId, lastMessage: { id: text.id } },
    });
  });

  it('sends what a candidate writes', async () => {
    const stream = await listen(ana);
    const phone = candidatePhone();
    const conversation = await receiveText(app, ana, phone, 'Hello?');
    await eventually(() => expect(newTexts(stream)).toEqual(['Hello?']));
    const event = stream.events.find(({ event }) => event.type === 'conversation.updated')?.event;
    expect(event).toMatchObject({ conversation: { id: conversation.id, unreadCount: 1 } });
  });

  it('sends a new name in every thread, and what was read', async () => {
    const conversation = await receiveText(app, ana, candidatePhone(), 'Hi');
    const stream = await listen(ana);
    await ana.call(routes.updateCandidate, {
      params: { id: conversation.candidate.id },
      body: { firstName: 'Ben' },
    });
    await ana.call(routes.readConversation, { params: { id: conversation.id } });
    await eventually(() =>
      expect(stream.events.at(-1)?.event).toMatchObject({
        type: 'conversation.updated',
        conversation: { candidate: { firstName: 'Ben' }, unreadCount: 0 },
      }),
    );
  });

  it('sends that a number is linked', async () => {
    const person = await app.signUpOnly();
    await person.call(routes.changePlan, { body: { accountType: 'personal', planType: 'payg' } });
    const stream = await listen(person);
    await person.call(routes.buyPhoneNumber, { body: { phoneNumber: '+12125550142' } });
    await eventually(() =>
      expect(stream.events.map(({ event }) => event)).toContainEqual(
        expect.objectContaining({ type: 'seat.updated', linkStatus: 'linked' }),
      ),
    );
  });

  it('is refused without a session, in the shape of every refusal', async () => {
    expect(await app.anonymous.refusal(routes.streamEvents, {})).toBe('401 unauthenticated');
  });
});

describe('who hears it', () => {
  it('an admin hears everything of the account, a member their own, a stranger nothing', async () => {
    const [cem, dee, eve] = [await app.addColleague(ana), await app.addColleague(ana), await app.signUp()];
    const streams = await Promise.all([listen(ana), listen(cem), listen(dee), listen(eve)]);
    await sendText(cem, candidatePhone(), 'From Cem');
    await sendText(dee, candidatePhone(), 'From Dee');
    await sendText(eve, candidatePhone(), 'From Eve');
    const [byAna, byCem, byDee, byEve] = streams;
    await eventually(() => expect(newTexts(byAna)).toEqual(['From Cem', 'From Dee']));
    await eventually(() => expect(newTexts(byEve)).toEqual(['From Eve']));
    await eventually(() => expect(newTexts(byDee)).toEqual(['From Dee']));
    expect(newTexts(byCem)).toEqual(['From Cem']);
  });
});

describe('who comes back', () => {
  it('with an id that no one was given, must load everything', async () => {
    const stream = await listen(ana, '1-1');
    await eventually(() => expect(stream.events[0]).toMatchObject({ id: null, event: { type: 'reset' } }));
  });

  it('every twenty texts, under load, misses none and hears none twice', async () => {
    const TEXTS = 200;
    const person = await app.signUp();
    const phones = Array.from({ length: 10 }, () => candidatePhone());
    const received: string[] = [];
    let connections = 0;
    let stopped = false;
    const listens = Promise.withResolvers<void>();

    const listening = (async () => {
      let lastEventId: string | undefined;
      while (!stopped) {
        connections += 1;
        let since = 0;
        const stream = await openStream(app.url, person.token, {
          ...(lastEventId === undefined ? {} : { lastEventId }),
          onEvent: ({ id, event }) => {
            if (id !== null) lastEventId = id;
            if (event.type === 'message.created') {
              received.push(event.message.body);
              since += 1;
            }
            // Between two notes, as a browser loses its connection mostly.
            if (id !== null && (since >= 20 || stopped)) stream.close();
          },
        });
        listens.resolve();
        await stream.ended;
      }
    })();
    await listens.promise;

    const bodies = Array.from({ length: TEXTS }, (_, index) => `text ${index}`);
    const left = [...bodies];
    const write = async () => {
      for (let body = left.shift(); body !== undefined; body = left.shift())
        await sendText(person, phones[left.length % phones.length] ?? '', body);
    };
    await Promise.all([write(), write(), write(), write()]);
    await eventually(() => expect(received.length).toBeGreaterThanOrEqual(TEXTS));
    stopped = true;
    // The event that is sent now ends the last connection.
    await sendText(person, candidatePhone(), 'last');
    await listening;
    expect(received.filter((body) => body !== 'last').toSorted()).toEqual(bodies.toSorted());
    expect(connections).toBeGreaterThan(8);
  });
});
