import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakePushService, startFakePushService } from '../fakes/fake-push-service.ts';
import type { Push } from '../port.ts';
import { createWebPush } from './web-push.ts';

const NOW = new Date('2026-11-27T12:00:00Z');
const secret = new Uint8Array(32).fill(7);
const senderOf = (
  with_: { secret?: Uint8Array; contact?: string; allowLoopback?: boolean; timeoutMs?: number } = {},
) =>
  createWebPush({
    secret,
    contact: 'https://texts.example.com',
    allowLoopback: true,
    clock: () => NOW,
    ...with_,
  });
const sender = senderOf();
const push = (over: Partial<Push> = {}): Push => ({
  payload: '{"title":"Ana Lopez 😀"}',
  topic: 'c'.repeat(32),
  ttlSeconds: 3600,
  ...over,
});

let service: FakePushService;
beforeAll(async () => {
  service = await startFakePushService();
});
afterAll(() => service.stop());
beforeEach(() => {
  service.answered.length = 0;
});

it('a push reaches the browser, which alone can read it', async () => {
  const browser = service.subscribe(sender.publicKey);
  expect(await sender.send(browser, push())).toEqual({ outcome: 'taken' });
  expect(service.received(browser.endpoint)).toEqual([
    { payload: '{"title":"Ana Lopez 😀"}', topic: 'c'.repeat(32), urgency: 'high', ttlSeconds: 3600 },
  ]);
  const other = service.subscribe(sender.publicKey);
  expect(await sender.send({ ...browser, p256dh: other.p256dh, auth: other.auth }, push())).toEqual({
    outcome: 'taken',
  });
  expect(service.received(browser.endpoint)).toHaveLength(1);
});

it('of what a device was away for, it gets the last of each topic', async () => {
  const browser = service.subscribe(sender.publicKey);
  service.away(browser.endpoint, true);
  for (const [payload, topic] of [
    ['one', 'a'],
    ['two', 'b'],
    ['three', 'a'],
  ] as const)
    await sender.send(browser, push({ payload, topic }));
  expect(service.received(browser.endpoint)).toEqual([]);
  service.away(browser.endpoint, false);
  expect(service.received(browser.endpoint).map(({ payload }) => payload)).toEqual(['two', 'three']);
});

it('the same secret makes the same keys on every node, and another makes others', () => {
  expect(sender.publicKey).toBe(senderOf().publicKey);
  expect(Buffer.from(sender.publicKey, 'base64url')).toHaveLength(65);
  const keys = Array.from({ length: 50 }, () => senderOf({ secret: randomBytes(32) }).publicKey);
  expect(new Set([sender.publicKey, ...keys]).size).toBe(51);
});

describe('what the push service does not take', () => {
  it.each<[string, () => Promise<unknown>, unknown, number[]]>([
    [
      'for a subscription that it never had',
      () =>
        sender.send({ ...service.subscribe(sender.publicKey), endpoint: `${service.url}/push/none` }, push()),
      { outcome: 'gone' },
      [404],
    ],
    [
      'for one that the browser has ended',
      () => {
        const browser = service.subscribe(sender.publicKey);
        service.unsubscribe(browser.endpoint);
        return sender.send(browser, push());
      },
      { outcome: 'gone' },
      [410],
    ],
    [
      'over 4096 bytes',
      () => sender.send(service.subscribe(sender.publicKey), push({ payload: 'x'.repeat(4096) })),
      { outcome: 'refused', reason: 'HTTP 413' },
      [413],
    ],
    [
      'of anyone but whom the browser subscribed to',
      () => senderOf({ secret: randomBytes(32) }).send(service.subscribe(sender.publicKey), push()),
      { outcome: 'refused', reason: 'HTTP 403' },
      [403],
    ],
  ])('%s', async (_, send, outcome, answered) => {
    expect(await send()).toEqual(outcome);
    expect(service.answered).toEqual(answered);
  });

  it.each<[string, Parameters<FakePushService['answerNext']>[0], unknown]>([
    [
      'too much, with a time',
      { status: 429, headers: { 'retry-after': '120' } },
      { outcome: 'notReached', reason: 'HTTP 429', retryAfterMs: 120_000 },
    ],
    [
      'too much, with a date',
      { status: 429, headers: { 'retry-after': 'Fri, 27 Nov 2026 12:01:00 GMT' } },
      { outcome: 'notReached', reason: 'HTTP 429', retryAfterMs: 60_000 },
    ],
    ['its own fault', { status: 503 }, { outcome: 'notReached', reason: 'HTTP 503', retryAfterMs: null }],
    ['no answer', 'hang', { outcome: 'notReached', reason: 'TimeoutError', retryAfterMs: null }],
    ['a broken connection', 'drop', { outcome: 'notReached', reason: 'ECONNRESET', retryAfterMs: null }],
    [
      'another address',
      { status: 307, headers: { location: 'https://10.0.0.1/' } },
      { outcome: 'refused', reason: 'HTTP 307' },
    ],
    [
      'an answer without end',
      { status: 201, body: 'x'.repeat(20_000) },
      { outcome: 'refused', reason: 'The answer is too large' },
    ],
  ])('%s', async (_, answer, outcome) => {
    const browser = service.subscribe(sender.publicKey);
    service.answerNext(answer);
    const asked = answer === 'hang' ? senderOf({ timeoutMs: 200 }) : sender;
    expect(await asked.send(browser, push())).toEqual(outcome);
    expect(service.received(browser.endpoint)).toEqual([]);
  });

  it('a name that is signed for another push service, has expired, or is no address', async () => {
    const browser = service.subscribe(sender.publicKey);
    // The same machine by another name: what it is signed for differs.
    const elsewhere = browser.endpoint.replace('127.0.0.1', 'localhost');
    expect(await sender.send({ ...browser, endpoint: elsewhere }, push())).toEqual({
      outcome: 'refused',
      reason: 'HTTP 403',
    });
    expect(await senderOf({ contact: 'no address' }).send(browser, push())).toMatchObject({
      outcome: 'refused',
    });
  });

  it('keys that are none', async () => {
    const browser = service.subscribe(sender.publicKey);
    const p256dh = Buffer.alloc(65, 1).toString('base64url');
    expect(await sender.send({ ...browser, p256dh }, push())).toMatchObject({ outcome: 'refused' });
    expect(service.answered).toEqual([]);
  });
});

describe('addresses', () => {
  it.each<[string, boolean, boolean]>([
    ['https://fcm.googleapis.com/fcm/send/abc', true, true],
    ['https://web.push.apple.com/abc', true, true],
    ['http://fcm.googleapis.com/fcm/send/abc', false, false],
    ['https://push.example.com:22/', false, false],
    ['http://127.0.0.1:8080/push', false, true],
    ['ftp://push.example.com/', false, false],
    ['no address', false, false],
    ['', false, false],
  ])('%s', (endpoint, permitted, locally) => {
    expect(senderOf({ allowLoopback: false }).isPermitted(endpoint)).toBe(permitted);
    expect(sender.isPermitted(endpoint)).toBe(locally);
  });

  it('nothing is sent into a private network, even in local mode', async () => {
    const browser = service.subscribe(sender.publicKey);
    for (const endpoint of ['https://10.0.0.1/push', 'https://169.254.169.254/latest'])
      expect(await sender.send({ ...browser, endpoint }, push())).toEqual({
        outcome: 'refused',
        reason: 'A forbidden address',
      });
    expect(await senderOf({ allowLoopback: false }).send(browser, push())).toEqual({
      outcome: 'refused',
      reason: 'A forbidden address',
    });
    expect(service.answered).toEqual([]);
  });
});
