import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { listenTo, type Signal } from '../db/after-commit.ts';
import type { Db } from '../db/connection.ts';

export interface Signals {
  on(signal: Signal, listener: () => void): () => void;
  close(): Promise<void>;
}

const GATHER_MS = 5;
const CONNECT_LIMIT_MS = 5000;
const SHORTEST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 15_000;

/**
 * What one node tells the others: nothing but "there is something new", so that a lost signal costs a poll, not data. It sends
 * on what `db` has committed; many within a few milliseconds become one notification, since NOTIFY serialises commits.
 */
export async function startSignals(deps: {
  connectionString: string;
  db: Db;
  pool: pg.Pool;
  log: Logger;
}): Promise<Signals> {
  const listeners: Record<Signal, Set<() => void>> = {
    live_events: new Set(),
    carrier_events: new Set(),
    messages: new Set(),
  };
  const channels = Object.keys(listeners) as Signal[];
  const raised = new Set<Signal>();
  let timer: NodeJS.Timeout | null = null;
  const closing = new AbortController();
  let client: pg.Client | null = null;

  const tell = (signal: Signal) => {
    for (const listener of listeners[signal]) listener();
  };

  /** Resolves when the connection listens, and `ended` when it has ended, however that came. */
  async function listen(): Promise<{ ended: Promise<void> }> {
    const next = new pg.Client({
      connectionString: deps.connectionString,
      application_name: 'hiretext signals',
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
      query_timeout: CONNECT_LIMIT_MS,
      keepAlive: true,
    });
    client = next;
    // Told by name, so a dead connection is found out even when nothing is sent on it.
    next.on('error', (error) => deps.log.warn({ reason: error.message }, 'the signal connection broke'));
    next.on('notification', (message) => {
      if (message.channel in listeners) tell(message.channel as Signal);
    });
    const ended = new Promise<void>((resolve) => next.once('end', () => resolve()));
    try {
      await next.connect();
      await next.query(channels.map((channel) => `listen ${channel}`).join('; '));
    } catch (error) {
      // Not waited for: a server that hangs doesn't say goodbye.
      void next.end().catch(() => {});
      throw error;
    }
    return { ended };
  }

  /** One connection at a time, and one attempt: after an outage every node comes back, each at a moment of its own. */
  async function keepListening(first: { ended: Promise<void> }): Promise<void> {
    await first.ended;
    for (let tries = 0; !closing.signal.aborted; tries += 1) {
      const longest = Math.min(LONGEST_WAIT_MS, SHORTEST_WAIT_MS * 2 ** tries);
      await wait(longest * (0.5 + Math.random() / 2), null, { signal: closing.signal }).catch(() => {});
      if (closing.signal.aborted) return;
      try {
        const { ended } = await listen();
        // Whatever was raised while nobody listened.
        channels.forEach(tell);
        tries = -1;
        await ended;
      } catch (error) {
        deps.log.warn({ err: error }, 'the signal connection could not be made again');
      }
    }
  }

  async function flush(): Promise<void> {
    timer = null;
    const signals = [...raised];
    raised.clear();
    try {
      await deps.pool.query("select pg_notify(signal, '') from unnest($1::text[]) as signal", [signals]);
    } catch (error) {
      // Listeners poll as well, so a lost notification only delays.
      deps.log.warn({ err: error }, 'a signal could not be sent');
    }
  }

  const listening = keepListening(await listen());
  listenTo(deps.db, (signal) => {
    raised.add(signal);
    timer ??= setTimeout(() => void flush(), GATHER_MS);
  });
  return {
    on: (signal, listener) => {
      listeners[signal].add(listener);
      return () => listeners[signal].delete(listener);
    },
    close: async () => {
      closing.abort();
      if (timer) clearTimeout(timer);
      await client?.end().catch(() => {});
      await listening;
    },
  };
}
