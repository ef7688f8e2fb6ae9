import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { expect, it, onTestFinished, vi } from 'vitest';
import { API_BASE } from '../../contract/api.ts';
import type { LiveEvent } from '../../contract/live-events.ts';
import * as routes from '../../contract/routes.ts';
import type { Deps } from '../deps.ts';
import { Failure } from '../failure.ts';
import { createApi } from '../http/mount.ts';
import { replyFailure } from '../http/reply-failure.ts';
import type { ReadSession } from '../http/session.ts';
import type { Hub } from './hub.ts';
import { answerStream, STREAM_LIMITS } from './stream.ts';

/* The stream between a hub and sessions that the tests hold in their hands, over real connections. */

type Subscriber = Parameters<Hub['subscribe']>[0];

const notification = (text: string): LiveEvent => ({
  type: 'notification',
  about: 'mention',
  id: '01890000-0000-7000-8000-000000000001',
  text,
  conversationId: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  readAt: null,
});

async function startServer({
  subscribed = async () => {},
  limits = STREAM_LIMITS,
}: {
  subscribed?: () => Promise<void>;
  limits?: typeof STREAM_LIMITS;
} = {}) {
  const app = fastify({ forceCloseConnections: true });
  app.setErrorHandler(replyFailure);
  const replies: FastifyReply[] = [];
  app.addHook('onRequest', (_request, reply, done) => {
    replies.push(reply);
    done();
  });
  const session = { ended: false, expiresAt: new Date(Date.now() + 3600_000 * 24 * 30) };
  const readSession = (async ({ headers }: FastifyRequest) => {
    if (session.ended) throw new Failure('session_ended');
    const { expiresAt } = session;
    const id = headers.authorization;
    return {
      id,
      expiresAt,
      accountId: 'an account',
      userId: 'a user',
      userType: 'admin',
      mfaMissing: false,
      impersonatedBy: null,
      key: null,
    };
  }) as unknown as ReadSession;
  const subscribers = new Set<Subscriber>();
  const hub = {
    subscribe: async (subscriber: Subscriber) => {
      await subscribed();
      subscribers.add(subscriber);
      return { reset: false, leave: () => subscribers.delete(subscriber) };
    },
    sendPresences: async () => {},
  };
  const clock = () => new Date();
  const none = { db: undefined as never, replicas: undefined as never };
  const api = createApi(app, { ...none, readSession, clock, countRequest: async () => {} });
  api.raw(routes.streamEvents, answerStream({ hub, readSession, clock } as unknown as Deps, limits));
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  /** A browser whose reading the test decides on. */
  async function openSocket(sessionId = 'a session'): Promise<Socket> {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    const headers = `host: 127.0.0.1\r\nauthorization: ${sessionId}`;
    socket.write(`GET ${API_BASE}${routes.streamEvents.path} HTTP/1.1\r\n${headers}\r\n\r\n`);
    return socket;
  }

  /** The head of the answer to one more. */
  async function openAnother(sessionId?: string): Promise<{ socket: Socket; head: string }> {
    const socket = await openSocket(sessionId);
    const [bytes] = await once(socket, 'data');
    return { socket, head: String(bytes) };
  }
  return { session, subscribers, replies, openSocket, openAnother };
}

function holdHeartbeats(): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
}

it('survives a browser that stops reading and whose session then ends', async () => {
  holdHeartbeats();
  const crashes: unknown[] = [];
  const crashed = (error: unknown) => crashes.push(error);
  process.on('uncaughtException', crashed);
  onTestFinished(() => void process.off('uncaughtException', crashed));
  const { session, subscribers, replies, openSocket } = await startServer();
  const socket = await openSocket();
  await once(socket, 'data');
  socket.pause();
  const [subscriber] = subscribers;
  const raw = replies[0]?.raw;
  // Until the connection takes no more, and what is sent waits with us.
  while (raw?.writableLength === 0) {
    subscriber?.send('1-1', notification('x'.repeat(100_000)));
    await new Promise(setImmediate);
  }
  session.ended = true;
  await vi.advanceTimersByTimeAsync(20_000);
  await vi.waitFor(() => expect(raw?.writableEnded).toBe(true));
  for (let events = 0; events < 3; events += 1) subscriber?.send('1-2', notification('after the end'));
  await new Promise(setImmediate);
  expect(crashes).toEqual([]);
  expect(subscribers.size).toBe(0);
});

it('of a browser that is gone before it is subscribed leaves nothing behind', async () => {
  const subscribed = Promise.withResolvers<void>();
  const { subscribers, replies, openSocket } = await startServer({ subscribed: () => subscribed.promise });
  const socket = await openSocket();
  await vi.waitFor(() => expect(replies[0]?.raw.headersSent).toBe(true));
  socket.destroy();
  await vi.waitFor(() => expect(replies[0]?.raw.destroyed).toBe(true));
  subscribed.resolve();
  await new Promise(setImmediate);
  expect(subscribers.size).toBe(0);
});

it('that breaks while it begins is closed, so that the browser comes back', async () => {
  const { subscribers, openSocket } = await startServer({
    subscribed: async () => {
      throw new Error('The database is away');
    },
  });
  const socket = await openSocket();
  socket.resume();
  await once(socket, 'close');
  expect(subscribers.size).toBe(0);
});

it('is one of at most 20 of a session: the 21st is asked to come back later, and the others stay', async () => {
  const { openAnother, subscribers } = await startServer();
  const open = await Promise.all(Array.from({ length: 20 }, () => openAnother()));
  for (const { head } of open) expect(head).toMatch(/^HTTP\/1.1 200/);
  const refused = await openAnother();
  expect(refused.head).toMatch(/^HTTP\/1.1 429/);
  expect(refused.head).toMatch(/^retry-after: 60\r$/m);
  expect(refused.head).toContain('"code":"too_many_streams"');
  expect(subscribers.size).toBe(20);
  expect((await openAnother('another session')).head).toMatch(/^HTTP\/1.1 200/);
  open[0]?.socket.destroy();
  await vi.waitFor(async () => expect((await openAnother()).head).toMatch(/^HTTP\/1.1 200/));
});

it('is refused to everyone by a node that has enough', async () => {
  const { openAnother } = await startServer({ limits: { perSession: 20, perNode: 2 } });
  const first = await openAnother('one session');
  await openAnother('another session');
  const { head } = await openAnother('a third session');
  expect(head).toMatch(/^HTTP\/1.1 503/);
  expect(head).toMatch(/^retry-after: 10\r$/m);
  first.socket.destroy();
  await vi.waitFor(async () => expect((await openAnother('a third session')).head).toMatch(/^HTTP\/1.1 200/));
});

it('counts no longer when its browser has gone before it began', async () => {
  const subscribed = Promise.withResolvers<void>();
  const { openSocket, openAnother, replies } = await startServer({ subscribed: () => subscribed.promise });
  for (let tries = 1; tries <= 60; tries += 1) {
    const socket = await openSocket();
    await vi.waitFor(() => expect(replies).toHaveLength(tries), { interval: 1 });
    socket.destroy();
  }
  await vi.waitFor(() => {
    for (const { raw } of replies) expect(raw.destroyed).toBe(true);
  });
  subscribed.resolve();
  expect((await openAnother()).head).toMatch(/^HTTP\/1.1 200/);
});
