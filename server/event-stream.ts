import type { FastifyReply } from 'fastify';

/** A browser that reads slower than this piles up is cut off; it comes back and resumes. */
const MAX_BACKLOG_BYTES = 1_000_000;
/** Someone who doesn't read doesn't take the end either, and would keep the connection forever. */
const FAREWELL_MS = 5000;

/** Server-sent events to one browser. Nothing else writes to its connection, and it ends once. */
export interface EventStream {
  /** After the end: nothing. */
  write(text: string): void;
  end(): void;
  /** When it has ended, from either side; at once if it already has. */
  onEnd(listener: () => void): void;
}

export function openEventStream(
  reply: FastifyReply,
  { farewellMs = FAREWELL_MS }: { farewellMs?: number } = {},
): EventStream {
  const { raw } = reply;
  const listeners: (() => void)[] = [];
  let ended = false;
  const over = () => {
    if (ended) return;
    ended = true;
    for (const listener of listeners) listener();
  };
  raw.on('close', over);
  // A broken connection is an end like any other; without a listener it would be the end of the process.
  raw.on('error', over);
  reply.hijack();
  // Closed while we read the session: `close` is emitted only once, and that was before we listened.
  if (raw.destroyed) over();
  else {
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) raw.setHeader(name, value);
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
    });
    raw.write('retry: 1000\n\n');
  }

  return {
    write(text) {
      if (ended) return;
      raw.write(text);
      if (raw.writableLength <= MAX_BACKLOG_BYTES) return;
      over();
      raw.destroy();
    },
    end() {
      if (ended) return;
      over();
      raw.end();
      const insist = setTimeout(() => raw.destroy(), farewellMs);
      raw.on('close', () => clearTimeout(insist));
    },
    onEnd(listener) {
      if (ended) listener();
      else listeners.push(listener);
    },
  };
}
