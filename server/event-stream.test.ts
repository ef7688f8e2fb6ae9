import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { fastify } from 'fastify';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type EventStream, openEventStream } from './event-stream.ts';

const FAREWELL_MS = 50;

/** A stream to a browser that has read its beginning and reads no further; `ends` counts the calls at its end. */
async function openPaused() {
  const app = fastify({ forceCloseConnections: true });
  const opened = Promise.withResolvers<{ stream: EventStream; raw: ServerResponse }>();
  app.get('/', (_request, reply) => {
    opened.resolve({ stream: openEventStream(reply, { farewellMs: FAREWELL_MS }), raw: reply.raw });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const address = app.server.address();
  const socket: Socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  socket.write('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
  const { stream, raw } = await opened.promise;
  await once(socket, 'data');
  socket.pause();
  const ends = vi.fn();
  stream.onEnd(ends);
  return { stream, raw, socket, ends };
}

/** Until the connection takes no more. */
async function fill({ stream, raw }: { stream: EventStream; raw: ServerResponse }): Promise<void> {
  while (raw.writableLength === 0) {
    stream.write('x'.repeat(100_000));
    await new Promise(setImmediate);
  }
}

it('arrives as it was written, and ends once', async () => {
  const { stream, socket, ends } = await openPaused();
  stream.write('data: 1\n\n');
  stream.end();
  stream.end();
  stream.write('data: 2\n\n');
  let heard = '';
  socket.on('data', (bytes) => {
    heard += bytes;
  });
  socket.resume();
  await vi.waitFor(() => expect(heard).toMatch(/0\r\n\r\n$/));
  expect(heard).toContain('data: 1\n\n');
  expect(heard).not.toContain('data: 2');
  expect(ends).toHaveBeenCalledTimes(1);
});

it('cuts off who reads too slowly', async () => {
  const paused = await openPaused();
  await fill(paused);
  for (let writes = 0; writes < 12; writes += 1) paused.stream.write('x'.repeat(100_000));
  expect(paused.raw.destroyed).toBe(true);
  expect(paused.ends).toHaveBeenCalledTimes(1);
});

it('closes the connection of who does not even take the end', async () => {
  const paused = await openPaused();
  await fill(paused);
  paused.stream.end();
  expect(paused.raw.destroyed).toBe(false);
  await vi.waitFor(() => expect(paused.raw.destroyed).toBe(true));
});

it('calls a listener that is added after the end', async () => {
  const { stream } = await openPaused();
  stream.end();
  const late = vi.fn();
  stream.onEnd(late);
  expect(late).toHaveBeenCalledTimes(1);
});
