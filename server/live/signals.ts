import type { Logger } from 'pino';
import {
  type Ears,
  type Hint,
  MOST_BYTES,
  type ProvenWire,
  type ReplaceableWire,
} from '../adapters/signals/port.ts';
import { listenTo, type Signal } from '../db/after-commit.ts';
import type { Db } from '../db/connection.ts';

/** What nodes hear: signals, the changes that triggers report (decision 82), and who has which conversation open. */
type Channel = Signal | 'sessions' | 'presence';

export interface Signals {
  /** With the payload: empty for a signal, and when anything may have been missed. */
  on(channel: Channel, listener: (payload: string) => void): () => void;
  /** To every node, this one included. A node that isn't listening at the moment misses it. */
  send(channel: 'presence', payload: string): void;
  /** Whether everything has been heard that was sent until a few seconds ago, and normally until now. */
  isCurrent(): boolean;
  /** Whether this node's signals go by NATS now. Null: it uses none. */
  isByNats(): boolean | null;
  close(): Promise<void>;
}

export interface Wires {
  postgres(ears: Ears): Promise<ProvenWire>;
  /** Null: there is only PostgreSQL. */
  nats: ((ears: Ears) => Promise<ReplaceableWire>) | null;
}

const GATHER_MS = 5;

/**
 * What one node tells the others: nothing but "there is something new", so that a lost signal costs a poll, not data. It sends
 * on what `db` has committed; many within a few milliseconds go together, since NOTIFY serializes commits.
 * Code that can't miss one (`http/session-cache.ts`) asks whether it `isCurrent`.
 */
export async function createSignals(deps: { db: Db; wires: Wires; log: Logger }): Promise<Signals> {
  const listeners: Record<Channel, Set<(payload: string) => void>> = {
    live_events: new Set(),
    carrier_events: new Set(),
    messages: new Set(),
    sessions: new Set(),
    presence: new Set(),
  };
  const channels = Object.keys(listeners) as Channel[];
  const hear = ({ channel, payload }: Hint) => {
    for (const listener of listeners[channel as Channel]) listener(payload);
  };
  const postgres = await deps.wires.postgres({ channels, hear });
  // Triggers report in PostgreSQL, and only there it is known whether all of it was heard.
  const raisedByUs = channels.filter((channel) => channel !== 'sessions');
  const nats = (await deps.wires.nats?.({ channels: raisedByUs, hear })) ?? null;

  /** By channel and payload, each once. */
  const raised = new Map<string, Hint>();
  let timer: NodeJS.Timeout | null = null;
  let sending: Promise<void> = Promise.resolve();

  async function flush(): Promise<void> {
    const all = [...raised.values()];
    raised.clear();
    // The one before took them along.
    if (all.length === 0) return;
    // Listeners poll as well, so what neither takes is only late.
    if (!(await nats?.send(all))) await postgres.send(all);
  }

  function raise(channel: Channel, payload = ''): void {
    if (Buffer.byteLength(payload) > MOST_BYTES) {
      deps.log.warn({ channel }, 'a signal was too long to be sent');
      return;
    }
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
    isCurrent: postgres.isCurrent,
    isByNats: () => nats?.isConnected() ?? null,
    close: async () => {
      if (timer) clearTimeout(timer);
      await nats?.close();
      await postgres.close();
    },
  };
}
