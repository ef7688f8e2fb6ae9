import { Readable } from 'node:stream';
import fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Failure } from '../failure.ts';
import { createLog } from '../log.ts';
import { logRequests } from './log-requests.ts';
import { hasCardNumber, refuseCardNumbers } from './refuse-card-numbers.ts';
import { replyFailure } from './reply-failure.ts';

const NUMBER = '4242424242424242';

describe('What looks like a card number', () => {
  it.each([
    NUMBER,
    '4242 4242 4242 4242',
    '4242-4242-4242-4242',
    '4242 – 4242 – 4242 – 4242',
    '{"number":4242424242424242}',
    '{"name":"Ada 4242424242424242 Park"}',
    'abc4242424242424242xyz',
    // American Express, Maestro with 19 digits, and an old Visa with 13.
    '378282246310005',
    '6304000000000000000',
    '4222222222222',
    // With the fields next to it in a form.
    '4242 4242 4242 4242 12 28 123',
    '42424242424242421228'.replace('1228', ' 1228'),
    '\\u0034\\u0032424242424242 4242',
    '4242424242424242@example.com',
  ])('%s', (text) => {
    expect(hasCardNumber(text)).toBe(true);
  });

  it.each([
    '',
    // One digit off.
    '4242424242424243',
    '424242424242',
    '+1 312 200 0001',
    '{"count":200,"id":4242,"more":4242,"again":4242,"last":4242}',
    // Every group alone, and together a number that passes.
    '42424242-4242-4242-8242-424242424242',
    '0197a1b2-4242-7424-8242-424242424242',
    '4242424242424242424242',
    '{"email":"omar-4242424242424242@example.com"}',
  ])('and what does not: %s', (text) => {
    expect(hasCardNumber(text)).toBe(false);
  });
});

describe('A request with a card number', () => {
  const logged: string[] = [];
  let seen: unknown[];
  let app: ReturnType<typeof build>;

  function build() {
    const server = fastify({
      loggerInstance: createLog('trace', { write: (line) => logged.push(line) }) as FastifyBaseLogger,
      logController: new LogController({ disableRequestLogging: true }),
    });
    server.setErrorHandler(replyFailure);
    logRequests(server);
    refuseCardNumbers(server, {
      requireSession: async ({ headers }) => {
        if (headers.authorization === undefined) throw new Failure('unauthenticated');
      },
    });
    for (const url of ['/v1/payments/card', '/v1/seat/:id/updateTags', '/v1/candidates'])
      server.put(url, async (request) => {
        seen.push(request.body);
        return 'taken';
      });
    return server;
  }
  beforeEach(() => {
    logged.length = 0;
    seen = [];
    app = build();
  });
  afterEach(() => app.close());

  const authorization = 'Bearer someone';
  const put = (
    url: string,
    payload: string | Readable,
    type = 'application/json',
    headers: object = { authorization },
  ) => app.inject({ method: 'PUT', url, payload, headers: { 'content-type': type, ...headers } });

  it.each([
    ['/v1/payments/card', JSON.stringify({ number: NUMBER }), 'application/json'],
    ['/v1/pa%79ments/card', JSON.stringify({ number: NUMBER }), 'application/json'],
    ['/v1/payments/nothing', JSON.stringify({ number: NUMBER }), 'application/json'],
    ['/v1/seat/1/updateTags', JSON.stringify({ deep: [{ tags: [NUMBER] }] }), 'application/json'],
    ['/v1/payments/card', `{"number": "${NUMBER}`, 'application/json'],
    ['/v1/payments/card', NUMBER, 'text/plain'],
    ['/v1/payments/card', NUMBER, 'application/x-what-is-this'],
  ])('to %s is refused: %s (%s)', async (url, payload, type) => {
    const answer = await put(url, payload, type);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      code: 'invalid',
      details: { fields: { body: ['Never send a card number here. Enter it in the card form.'] } },
    });
    expect(seen).toEqual([]);
    expect(logged.length).toBeGreaterThan(0);
    for (const text of [answer.body, ...logged]) {
      expect(text).not.toContain(NUMBER);
      expect(text).not.toContain('4242');
    }
  });

  it('elsewhere is not looked at, and what has none arrives as it was', async () => {
    expect((await put('/v1/candidates', JSON.stringify({ note: NUMBER }))).statusCode).toBe(200);
    const body = { paymentMethodId: 'pm_1NqZ8', name: 'Ådá Park' };
    expect((await put('/v1/payments/card', JSON.stringify(body))).body).toBe('taken');
    expect(seen).toEqual([{ note: NUMBER }, body]);
  });

  it('without a body is none', async () => {
    app.post('/v1/seat/cancelPlan', async () => 'canceled');
    app.get('/v1/payments/invoices', async () => 'listed');
    const bodiless = async (method: 'GET' | 'POST', url: string) =>
      (await app.inject({ method, url, headers: { authorization } })).body;
    expect(await bodiless('POST', '/v1/seat/cancelPlan')).toBe('canceled');
    expect(await bodiless('GET', '/v1/payments/invoices')).toBe('listed');
  });

  it('too large is refused as too large', async () => {
    const answer = await put('/v1/payments/card', JSON.stringify({ name: 'a'.repeat(16 * 1024) }));
    expect(answer.statusCode).toBe(413);
  });

  it('from someone who is not signed in is not even read', async () => {
    let read = 0;
    const endless = new Readable({
      read() {
        read += 1;
        this.push(`${NUMBER} `.repeat(100));
      },
    });
    const answer = await put('/v1/payments/card', endless, 'application/json', {});
    expect(answer.statusCode).toBe(401);
    expect(read).toBeLessThan(20);
    expect(logged.join()).not.toContain('4242');
    endless.destroy();
  });
});
