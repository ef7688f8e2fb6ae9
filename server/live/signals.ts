import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { listenTo, type Signal } from '../db/after-commit.ts';
import type { Db } from '../db/connection.ts';
import { DatabaseClient } from '../db/database-client.ts';

/** What nodes hear: signals, the changes that triggers report (decision 82), and who has which conversation open. */
type Channel = Signal | 'sessions' | 'presence';

export interface Signals {
  /** With the payload of the notification: empty for a signal, and when anything may have been missed. */
  on(channel: Channel, listener: (payload: string) => void): () => void;
  /** To every node, this one included. A node that isn't listening at the moment misses it. */
  send(channel: 'presence', payload: string): void;
  /** Whether everything has been heard that was sent until a few seconds ago, and normally until now. */
  isCurrent(): boolean;
  close(): Promise<void>;
}

const GATHER_MS = 5;
const CONNECT_LIMIT_MS = 5000;
const SHORTEST_WAIT_MS = 250;
/** So that a node hears again within seconds after a standby was promoted. */
const LONGEST_WAIT_MS = 2000;
const PROVE_EVERY_MS = 1000;
/** From when the proof was asked for: a process that stood still doesn't take an old one for a new one. */
const PROVEN_FOR_MS = 3000;

/**
 * What one node tells the others: nothing but "there is something new", so that a lost signal costs a poll, not data. It sends
 * on what `db` has committed; many within a few milliseconds become one notification, since NOTIFY serializes commits.
 * Code that can't miss one (`http/session-cache.ts`) asks whether it `isCurrent`.
 */
export async function startSignals(deps: {
  connectionString: string;
  db: Db;
  pool: pg.Pool;
  log: Logger;
}): Promise<Signals> {
  const listeners: Record<Channel, Set<(payload: string) => void>> = {
    live_events: new Set(),
    carrier_events: new Set(),
    messages: new Set(),
    sessions: new Set(),
    presence: new Set(),
  };
  const channels = Object.keys(listeners) as Channel[];
  /** By channel and payload, each once. */
  const raised = new Map<string, { channel: Channel; payload: string }>();
  let timer: NodeJS.Timeout | null = null;
  let sending: Promise<void> = Promise.resolve();

  const tell = (channel: Channel, payload = '') => {
    for (const listener of listeners[channel]) listener(payload);
  };

  async function flush(): Promise<void> {
    const all = [...raised.values()];
    raised.clear();
    // The one before took them along.
    if (all.length === 0) return;
    try {
      await deps.pool.query(
        'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as t (channel, payload)',
        [all.map(({ channel }) => channel), all.map(({ payload }) => payload)],
      );
    } catch (error) {
      // Listeners poll as well, so a lost notification only delays.
      deps.log.warn({ err: error }, 'a signal could not be sent');
    }
  }

  const connection = await startListening(deps, channels, tell);
  function raise(channel: Channel, payload = ''): void {
    const key = `${channel} ${payload}`;
    // At the end: who was typing, and then only looks, is heard in that order.
    raised.delete(key);
    raised.set(key, { channel, payload });
    timer ??= setTimeout(() => {
      timer = null;
      // One after the other: on two connections, the later one could be first.
      sending = sending.then(flush);
    }, GATHER_MS);
  }
  listenTo(deps.db, (signal) => raise(signal));
  return {
    on: (channel, listener) => {
      listeners[channel].add(listener);
      return () => listeners[channel].delete(listener);
    },
    send: raise,
    isCurrent: connection.isCurrent,
    close: async () => {
      if (timer) clearTimeout(timer);
      await connection.close();
    },
  };
}

/** One connection on which everything is heard, made again whenever it breaks. */
async function startListening(
  deps: { connectionString: string; log: Logger },
  channels: Channel[],
  tell: (channel: Channel, payload?: string) => void,
): Promise<Pick<Signals, 'isCurrent' | 'close'>> {
  const closing = new AbortController();
  let client: pg.Client | null = null;
  let provenAt = Number.NEGATIVE_INFINITY;

  /** What was sent before it answers is heard before the answer. A connection that hangs is given up and replaced. */
  async function prove(by: pg.Client): Promise<void> {
    const askedAt = performance.now();
    try {
      await by.query('select');
      if (by === client) provenAt = askedAt;
    } catch {
      void by.end().catch(() => {});
    }
  }

  /** Resolves when the connection listens, and `ended` when it has ended, however that came. */
  async function listen(): Promise<{ ended: Promise<void> }> {
    const next = new DatabaseClient({
      connectionString: deps.connectionString,
      application_name: 'hiretext signals',
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
      query_timeout: CONNECT_LIMIT_MS,
      keepAlive: true,
    });
    client = next;
    // With TCP keepalive, a dead connection is noticed even when nothing is sent on it.
    next.on('error', (error) => deps.log.warn({ reason: error.message }, 'the signal connection broke'));
    next.on('notification', (message) => {
      if (channels.includes(message.channel as Channel)) tell(message.channel as Channel, message.payload);
    });
    let proofs: NodeJS.Timeout | undefined;
    const ended = new Promise<void>((resolve) =>
      next.once('end', () => {
        clearInterval(proofs);
        provenAt = Number.NEGATIVE_INFINITY;
        resolve();
      }),
    );
    try {
      await next.connect();
      await next.query(channels.map((channel) => `listen ${channel}`).join('; '));
      // For anything that was sent while we weren't listening.
      for (const channel of channels) tell(channel);
      await prove(next);
      proofs = setInterval(() => void prove(next), PROVE_EVERY_MS);
    } catch (error) {
      // Not waited for: a server that hangs doesn't say goodbye.
      void next.end().catch(() => {});
      throw error;
    }
    return { ended };
  }

  /** One connection at a time, and one attempt: after an outage every node comes back, each at its own moment. */
  async function keepListening(first: { ended: Promise<void> }): Promise<void> {
    await first.ended;
    for (let tries = 0; !closing.signal.aborted; tries += 1) {
      const longest = Math.min(LONGEST_WAIT_MS, SHORTEST_WAIT_MS * 2 ** tries);
      await wait(longest * (0.5 + Math.random() / 2), null, { signal: closing.signal }).catch(() => {});
      if (closing.signal.aborted) return;
      try {
        const { ended } = await listen();
        tries = -1;
        await ended;
      } catch (error) {
        deps.log.warn({ err: error }, 'the signal connection could not be made again');
      }
    }
  }

  const listening = keepListening(await listen());
  return {
    isCurrent: () => performance.now() - provenAt < PROVEN_FOR_MS,
    close: async () => {
      closing.abort();
      await client?.end().catch(() => {});
      await listening;
    },
  };
}
