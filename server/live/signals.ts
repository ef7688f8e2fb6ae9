import pg from 'pg';
import type { Logger } from 'pino';
import { listenTo, type Signal } from '../db/after-commit.ts';
import type { Db } from '../db/connection.ts';

export interface Signals {
  on(signal: Signal, listener: () => void): () => void;
  close(): Promise<void>;
}

const GATHER_MS = 5;
const RECONNECT_MS = 1000;

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
  const listeners: Record<Signal, Set<() => void>> = { live_events: new Set(), carrier_events: new Set() };
  const raised = new Set<Signal>();
  let timer: NodeJS.Timeout | null = null;
  let closed = false;
  let client: pg.Client | null = null;

  const tell = (signal: Signal) => {
    for (const listener of listeners[signal]) listener();
  };

  async function listen(): Promise<void> {
    const next = new pg.Client({
      connectionString: deps.connectionString,
      application_name: 'hiretext signals',
    });
    // Told by name, so a dead connection is found out even when nothing is sent on it.
    next.on('error', (error) => deps.log.warn({ reason: error.message }, 'the signal connection broke'));
    next.on('end', () => {
      if (!closed) setTimeout(() => void relisten(), RECONNECT_MS);
    });
    next.on('notification', (message) => {
      if (message.channel in listeners) tell(message.channel as Signal);
    });
    await next.connect();
    await next.query('listen live_events; listen carrier_events');
    client = next;
  }

  async function relisten(): Promise<void> {
    if (closed) return;
    try {
      await listen();
      // Whatever was raised while nobody listened.
      tell('live_events');
      tell('carrier_events');
    } catch (error) {
      deps.log.warn({ err: error }, 'the signal connection could not be made again');
      setTimeout(() => void relisten(), RECONNECT_MS);
    }
  }

  async function flush(): Promise<void> {
    timer = null;
    const signals = [...raised];
    raised.clear();
    try {
      for (const signal of signals) await deps.pool.query(`notify ${signal}`);
    } catch (error) {
      // Listeners poll as well, so a lost notification only delays.
      deps.log.warn({ err: error }, 'a signal could not be sent');
    }
  }

  await listen();
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
      closed = true;
      if (timer) clearTimeout(timer);
      await client?.end();
    },
  };
}
