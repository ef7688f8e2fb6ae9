import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type FastifyReply, fastify } from 'fastify';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { LiveEvent } from '../../contract/live-events.ts';
import { API_BASE, routes } from '../../contract/routes.ts';
import type { Deps } from '../deps.ts';
import { Failure } from '../failure.ts';
import { createApi } from '../http/mount.ts';
import { replyFailure } from '../http/reply-failure.ts';
import type { ReadSession } from '../http/session.ts';
import type { Hub } from './hub.ts';
import { streamRoutes } from './stream.ts';

/* The stream between a hub and sessions that the tests hold in their hands, over real connections. */

type Subscriber = Parameters<Hub['subscribe']>[0];

const notification = (text: string): LiveEvent => ({ type: 'notification', text });

async function startServer(subscribed: () => Promise<void> = async () => {}) {
  const app = fastify({ forceCloseConnections: true });
  app.setErrorHandler(replyFailure);
  const replies: FastifyReply[] = [];
  app.addHook('onRequest', (_request, reply, done) => {
    replies.push(reply);
    done();
  });
  const session = { id: 'a session', ended: false, expiresAt: new Date(Date.now() + 3600_000 * 24 * 30) };
  const readSession = (async () => {
    if (session.ended) throw new Failure('session_ended');
    const { id, expiresAt } = session;
    return { id, expiresAt, accountId: 'an account', userId: 'a user', userType: 'admin', mfaMissing: false };
  }) as unknown as ReadSession;
  const subscribers = new Set<Subscriber>();
  const hub = {
    subscribe: async (subscriber: Subscriber) => {
      await subscribed();
      subscribers.add(subscriber);
      return { reset: false, leave: () => subscribers.delete(subscriber) };
    },
  };
  const clock = () => new Date();
  const api = createApi(app, { db: undefined as never, readSession, clock });
  streamRoutes(api, { hub, readSession, clock } as unknown as Deps);
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  /** A browser whose reading the test decides on. */
  async function openSocket(): Promise<Socket> {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    socket.write(`GET ${API_BASE}${routes.streamEvents.path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`);
    return socket;
  }
  return { session, subscribers, replies, openSocket };
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
  const { subscribers, replies, openSocket } = await startServer(() => subscribed.promise);
  const socket = await openSocket();
  await vi.waitFor(() => expect(replies[0]?.raw.headersSent).toBe(true));
  socket.destroy();
  await vi.waitFor(() => expect(replies[0]?.raw.destroyed).toBe(true));
  subscribed.resolve();
  await new Promise(setImmediate);
  expect(subscribers.size).toBe(0);
});

it('that breaks while it begins is closed, so that the browser comes back', async () => {
  const { subscribers, openSocket } = await startServer(async () => {
    throw new Error('The database is away');
  });
  const socket = await openSocket();
  socket.resume();
  await once(socket, 'close');
  expect(subscribers.size).toBe(0);
});
