import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectLive } from './live.ts';

/** When the server was asked for the stream, in seconds since the beginning. */
let askedAt: number[];
let disconnect: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  askedAt = [];
});
afterEach(() => {
  disconnect();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Each answer in its turn, and the last one from then on. */
function connectTo(...answers: (() => Response)[]): void {
  const begin = Date.now();
  vi.stubGlobal('fetch', async () => {
    askedAt.push((Date.now() - begin) / 1000);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    return answer?.();
  });
  disconnect = connectLive({ onEvent: () => {}, onConnected: () => {} });
}

const refusal = (status: number, headers: Record<string, string> = {}) =>
  new Response('{}', { status, headers });

/** A stream that ends after these seconds. */
function streamFor(seconds: number): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('retry: 1000\n\n'));
      setTimeout(() => controller.close(), seconds * 1000);
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

test('a server that is down is asked less and less often', async () => {
  connectTo(() => refusal(502));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(askedAt).toEqual([0, 0.5, 1.5, 3.5, 7.5, 12.5, 17.5, 22.5, 27.5]);
});

test('a tab over the limit asks again when Retry-After allows, and no sooner', async () => {
  connectTo(() => refusal(429, { 'retry-after': '60' }));
  await vi.advanceTimersByTimeAsync(140_000);
  expect(askedAt).toEqual([0, 60.5, 121.5]);
});

test('a stream that ends as soon as it has begun counts as none', async () => {
  connectTo(() => streamFor(0.1));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(askedAt.length).toBeLessThan(17);
  expect(askedAt.length).toBeGreaterThan(12);
});

test('a stream that lasted is opened again right away', async () => {
  connectTo(
    ...Array.from({ length: 5 }, () => () => refusal(502)),
    () => streamFor(30),
    () => streamFor(3600),
  );
  await vi.advanceTimersByTimeAsync(60_000);
  expect(askedAt).toEqual([0, 0.5, 1.5, 3.5, 7.5, 12.5, 43]);
});
