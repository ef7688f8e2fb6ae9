import { EventSource } from 'eventsource';
import fc from 'fast-check';
import Fastify, { type FastifyInstance } from 'fastify';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { SimulatedMessage } from '../../../../contract/simulator.ts';
import { replyFailure } from '../../../http/reply-failure.ts';
import { anyCharacter } from '../../../testing/any-character.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { howMany } from '../../../testing/how-long.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../fakes/webhook-receiver.ts';
import { simulatorRoutes } from './routes.ts';
import { createSimulatorCarrier, type SimulatorCarrier } from './simulator.ts';

const business = '+14155550120';
const phone = '+14155550150';
const png = Buffer.from('89504e470d0a1a0a', 'hex');

let database: TestDatabase;
let pool: pg.Pool;
let receiver: WebhookReceiver;
let carrier: SimulatorCarrier;
let app: FastifyInstance;
let address: string;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
  receiver = await startWebhookReceiver();
  carrier = createSimulatorCarrier({
    pool,
    publicUrl: receiver.url,
    webhookSecret: 'secret',
    clock: () => new Date(),
    log: pino({ level: 'silent' }),
    linkDelayMs: 0,
  });
  await carrier.buyNumber({
    phoneNumber: business,
    reference: 'seat',
    webhooks: {
      inboundUrl: `${receiver.url}/inbound`,
      statusUrl: `${receiver.url}/status`,
      calls: { incomingUrl: `${receiver.url}/calls`, endedUrl: `${receiver.url}/calls/ended` },
    },
  });
  app = Fastify({ bodyLimit: 1024 * 1024 });
  app.setErrorHandler(replyFailure);
  simulatorRoutes(app, { carrier });
  address = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
  await receiver.stop();
  await pool.end();
  await database.drop();
});

const post = (payload: unknown) =>
  app.inject({ method: 'POST', url: '/simulator/messages', payload: payload as object });
const store = (payload: Buffer, contentType: string) =>
  app.inject({ method: 'POST', url: '/simulator/media', payload, headers: { 'content-type': contentType } });

describe('a text from the phone', () => {
  it('reaches the app, and stays in the thread', async () => {
    const reply = await post({ from: phone, to: business, body: 'Hi!' });
    expect(reply.statusCode).toBe(201);
    expect(reply.json()).toMatchObject({
      from: phone,
      to: business,
      body: 'Hi!',
      direction: 'fromCandidate',
    });
    await carrier.network.flush();
    expect(JSON.parse(receiver.requests.at(-1)?.rawBody.toString('utf8') ?? '')).toMatchObject({
      body: 'Hi!',
    });

    const thread = await app.inject(`/simulator/messages?number=${encodeURIComponent(phone)}`);
    expect(thread.json()).toMatchObject([{ id: reply.json().id }]);
    expect((await app.inject('/simulator/phones')).json()).toMatchObject([
      {
        number: phone,
        numberFormatted: '(415) 555-0150',
        contacts: [{ number: business, numberFormatted: '(415) 555-0120' }],
        lastMessage: { id: reply.json().id },
      },
    ]);
  });

  it('to a number that no one has is refused', async () => {
    const reply = await post({ from: phone, to: '+14155550121', body: 'Hi!' });
    expect(reply.statusCode).toBe(422);
    expect(reply.json()).toMatchObject({
      code: 'invalid',
      details: { fields: { to: ['No one has this number'] } },
    });
  });

  it.each([
    ['nothing', undefined, [400, 422]],
    ['no words and no picture', { from: phone, to: business }, [422]],
    ['a number as people write it', { from: '(415) 555-0150', to: business, body: 'x' }, [422]],
    ['a body too long', { from: phone, to: business, body: 'x'.repeat(1601) }, [422]],
    ['a zero byte', { from: phone, to: business, body: 'a\u0000b' }, [422]],
    [
      'an address of someone else',
      { from: phone, to: business, mediaUrls: ['http://169.254.169.254/x'] },
      [422],
    ],
    [
      'a picture that does not exist',
      {
        from: phone,
        to: business,
        mediaUrls: ['http://x/simulator/media/0190f3a0-7c1b-4000-8000-000000000001'],
      },
      [422],
    ],
  ])('with %s is refused', async (_what, payload, statuses) => {
    expect(statuses).toContain((await post(payload)).statusCode);
  });

  it('never breaks the server', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record(
          {
            from: fc.constantFrom<unknown>(phone, 1, null),
            to: fc.constantFrom<unknown>(business, '', {}),
            body: fc.oneof(fc.string({ unit: anyCharacter }), fc.string({ unit: 'grapheme' }), fc.anything()),
            mediaUrls: fc.oneof(fc.array(fc.string()), fc.anything()),
          },
          { requiredKeys: [] },
        ),
        async (payload) => {
          expect((await post(JSON.parse(JSON.stringify(payload)))).statusCode).toBeLessThan(500);
        },
      ),
      { numRuns: howMany(20, 60) },
    );
  });
});

describe('a picture', () => {
  it('is stored, sent and shown', async () => {
    const stored = await store(png, 'image/png');
    expect(stored.statusCode).toBe(201);
    const { url } = stored.json();
    expect((await post({ from: phone, to: business, mediaUrls: [url] })).statusCode).toBe(201);
    await carrier.network.flush();
    expect(JSON.parse(receiver.requests.at(-1)?.rawBody.toString('utf8') ?? '')).toMatchObject({
      media: [{ url, contentType: 'image/png' }],
    });
    const shown = await app.inject(new URL(url).pathname);
    expect(shown.rawPayload).toEqual(png);
    expect(shown.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
  });

  it.each([
    ['empty', Buffer.alloc(0), 'image/png', [400, 422]],
    ['too large', Buffer.alloc(5 * 1024 * 1024 + 1), 'image/png', [413]],
    ['a page', Buffer.from('<script>'), 'text/html', [415]],
    ['a drawing with scripts', Buffer.from('<svg/>'), 'image/svg+xml', [415]],
    ['text', Buffer.from('hello'), 'text/plain', [415]],
    ['JSON', Buffer.from('{}'), 'application/json', [415]],
  ])('that is %s is refused', async (_what, bytes, contentType, statuses) => {
    expect(statuses).toContain((await store(bytes, contentType)).statusCode);
  });

  it.each(['nothing', '..%2f..%2fetc%2fpasswd', '0190f3a0-7c1b-4000-8000-000000000001'])(
    '%s is not found',
    async (id) => {
      expect((await app.inject(`/simulator/media/${id}`)).statusCode).toBe(404);
    },
  );
});

describe('the network', () => {
  it('reports its settings, and behaves as set', async () => {
    const settings = {
      delayMs: 5,
      duplicate: true,
      reorder: false,
      outcome: 'undeliver',
      registration: 'suspend',
    };
    const put = (payload: object) => app.inject({ method: 'PUT', url: '/simulator/network', payload });
    expect((await put(settings)).json()).toEqual(settings);
    expect((await app.inject('/simulator/network')).json()).toEqual(settings);
    expect((await put({ ...settings, outcome: 'explode' })).statusCode).toBe(422);
    expect((await put({ ...settings, delayMs: -1 })).statusCode).toBe(422);
    await put({ ...settings, delayMs: 0, duplicate: false, outcome: 'deliver', registration: 'approve' });
  });

  it('lists the business numbers', async () => {
    expect((await app.inject('/simulator/numbers')).json()).toEqual([
      { number: business, numberFormatted: '(415) 555-0120' },
    ]);
  });
});

describe('an open page', () => {
  function open() {
    const received: SimulatedMessage[] = [];
    const source = new EventSource(`${address}/simulator/events`);
    source.addEventListener('message', (event) => received.push(JSON.parse(event.data)));
    onTestFinished(() => source.close());
    return new Promise<SimulatedMessage[]>((resolve) =>
      source.addEventListener('open', () => resolve(received)),
    );
  }

  it('hears of each text and of what becomes of it', async () => {
    const pages = [await open(), await open()];
    await post({ from: phone, to: business, body: 'Live?' });
    await carrier.send({
      messageId: 'm1',
      from: business,
      to: phone,
      body: 'Live!',
      mediaUrls: [],
      statusUrl: `${receiver.url}/status?m=1`,
    });
    for (const received of pages)
      await expect
        .poll(() => received.map((each) => [each.body, each.status]))
        .toEqual([
          ['Live?', 'received'],
          ['Live!', 'queued'],
        ]);
    await carrier.network.flush();
    for (const received of pages)
      await expect.poll(() => received.slice(2).map((each) => each.status)).toContain('delivered');
  });

  it('hears of what another process stored', async () => {
    const received = await open();
    await pool.query(
      `insert into simulator.messages (id, direction, phone_number, business_number, body, media_urls, status, segments, created_at)
       values ('other', 'toCandidate', $1, $2, 'From elsewhere', '{}', 'queued', 1, now())`,
      [phone, business],
    );
    await expect.poll(() => received.map((each) => each.body)).toEqual(['From elsewhere']);
  });
});

describe('a call from the phone', () => {
  const place = (payload: object) => app.inject({ method: 'POST', url: '/simulator/calls', payload });
  const act = (id: string, payload: object) =>
    app.inject({ method: 'POST', url: `/simulator/calls/${id}`, payload });

  it('asks the app at each turn, and is in the list of the phone', async () => {
    const steps = [
      {
        step: 'forward',
        to: '+12065550142',
        callerId: phone,
        ringSeconds: 20,
        pickedUpUrl: `${receiver.url}/pickedUp`,
        endedUrl: `${receiver.url}/forwardEnded`,
      },
      { step: 'ask', sentence: 'Press 1.', waitSeconds: 8, pressedUrl: `${receiver.url}/pressed` },
      { step: 'connect' },
      { step: 'hangUp' },
    ];
    receiver.answerBy(() => ({ contentType: 'application/json', body: JSON.stringify(steps.shift() ?? {}) }));
    const placed = await place({ from: phone, to: business });
    expect(placed.statusCode).toBe(201);
    expect(placed.json()).toMatchObject({ state: 'ringing', forwardedTo: '+12065550142', heard: [] });
    const { id } = placed.json();
    expect((await act(id, { action: 'pickUp' })).json()).toMatchObject({
      state: 'screening',
      heard: [{ by: 'forwarded', sentence: 'Press 1.' }],
    });
    expect((await act(id, { action: 'press', digit: '1' })).json()).toMatchObject({ state: 'talking' });
    expect((await act(id, { action: 'hangUp' })).json()).toMatchObject({ state: 'ended' });
    const list = await app.inject(`/simulator/calls?number=${encodeURIComponent(phone)}`);
    expect(list.json()[0]).toMatchObject({ id, state: 'ended' });
  });

  it('hears of an error of the app, as from a real carrier', async () => {
    receiver.answerBy(() => ({ contentType: 'text/plain', body: 'oops' }));
    expect((await place({ from: phone, to: business })).json()).toMatchObject({
      state: 'ended',
      heard: [{ by: 'caller', sentence: expect.stringMatching(/application error/) }],
    });
  });

  it.each<[string, object, number]>([
    ['no one has the number', { from: phone, to: '+14155550999' }, 422],
    ['there is no number', { from: phone }, 422],
    ['the caller is no number', { from: 'me', to: business }, 422],
  ])('is refused when %s', async (_what, payload, status) => {
    expect((await place(payload)).statusCode).toBe(status);
  });

  it('does only what can be done where it is', async () => {
    receiver.answerBy(() => ({
      contentType: 'application/json',
      body: JSON.stringify({ step: 'say', sentence: 'Goodbye.' }),
    }));
    const { id } = (await place({ from: null, to: business })).json();
    for (const action of ['pickUp', 'decline', 'hangUp'])
      expect((await act(id, { action })).statusCode, action).toBe(422);
    expect((await act(id, { action: 'press', digit: '12' })).statusCode).toBe(422);
    const message = { action: 'leaveMessage', seconds: 5 };
    expect((await act(id, { ...message, mediaUrl: 'http://169.254.169.254/x' })).statusCode).toBe(422);
    expect((await act('SC-none', { action: 'hangUp' })).statusCode).toBe(404);
  });
});
