import fastify from 'fastify';
import { expect, it } from 'vitest';
import { Failure } from '../failure.ts';
import { replyFailure } from './reply-failure.ts';

async function replyTo(failure: Failure) {
  const app = fastify();
  app.setErrorHandler(replyFailure);
  app.get('/', () => {
    throw failure;
  });
  return app.inject('/');
}

it('says how long to wait to a client that is too fast (RFC 9110, 10.2.3)', async () => {
  const reply = await replyTo(new Failure('rate_limited', { retryAfterSeconds: 42 }));
  expect(reply.statusCode).toBe(429);
  expect(reply.headers['retry-after']).toBe('42');
  expect(reply.json()).toMatchObject({ code: 'rate_limited', details: { retryAfterSeconds: 42 } });
});

it('says so too when there is too much to do', async () => {
  const reply = await replyTo(new Failure('unavailable', { retryAfterSeconds: 5 }));
  expect(reply.statusCode).toBe(503);
  expect(reply.headers['retry-after']).toBe('5');
});

it('for a second at least', async () => {
  expect((await replyTo(new Failure('rate_limited'))).headers['retry-after']).toBe('1');
});

it('other refusals name no time', async () => {
  expect((await replyTo(new Failure('not_found'))).headers).not.toHaveProperty('retry-after');
});
