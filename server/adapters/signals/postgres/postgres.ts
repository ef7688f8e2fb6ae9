import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { type Connected, keepConnected } from '../keep-connected.ts';
import type { Ears, ProvenWire } from '../port.ts';

const ANSWER_WITHIN_MS = 5000;
const PROVE_EVERY_MS = 1000;
/** From when the proof was asked for: a process that stood still doesn't take an old one for a new one. */
const PROVEN_FOR_MS = 3000;

interface Deps {
  /** A connection to listen on. */
  newClient(options: pg.ClientConfig): pg.Client;
  pool: pg.Pool;
  log: Logger;
}

/** LISTEN and NOTIFY. It also hears what triggers report. Throws when it can't listen at the start. */
export async function startPostgresWire(deps: Deps, ears: Ears): Promise<ProvenWire> {
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

  async function keepProving(by: pg.Client, ended: AbortSignal): Promise<void> {
    while (!ended.aborted) {
      await wait(PROVE_EVERY_MS, null, { signal: ended }).catch(() => {});
      if (!ended.aborted) await prove(by);
    }
  }

  async function open(): Promise<Connected> {
    const next = deps.newClient({
      application_name: 'hiretext signals',
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      keepAlive: true,
    });
    client = next;
    // With TCP keepalive, a dead connection is noticed even when nothing is sent on it.
    next.on('error', (error) => deps.log.warn({ reason: error.message }, 'the signal connection broke'));
    next.on('notification', ({ channel, payload = '' }) => {
      if (ears.channels.includes(channel)) ears.hear({ channel, payload });
    });
    const over = new AbortController();
    const ended = new Promise<void>((resolve) =>
      next.once('end', () => {
        over.abort();
        provenAt = Number.NEGATIVE_INFINITY;
        resolve();
      }),
    );
    try {
      await next.connect();
      await next.query(ears.channels.map((channel) => `listen ${channel}`).join('; '));
      // For anything that was sent while we weren't listening.
      for (const channel of ears.channels) ears.hear({ channel, payload: '' });
      await prove(next);
      void keepProving(next, over.signal);
    } catch (error) {
      // Not waited for: a server that hangs doesn't say goodbye.
      void next.end().catch(() => {});
      throw error;
    }
    return { ended };
  }

  const first = open();
  await first;
  const listening = keepConnected(first, {
    open,
    failed: (error) => deps.log.warn({ err: error }, 'the signal connection could not be made again'),
    restored: () => deps.log.info('the signal connection is back'),
    closing: closing.signal,
  });
  return {
    send: async (hints) => {
      try {
        await deps.pool.query(
          'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as t (channel, payload)',
          [hints.map(({ channel }) => channel), hints.map(({ payload }) => payload)],
        );
        return true;
      } catch (error) {
        deps.log.warn({ err: error }, 'a signal could not be sent');
        return false;
      }
    },
    isCurrent: () => performance.now() - provenAt < PROVEN_FOR_MS,
    close: async () => {
      closing.abort();
      await client?.end().catch(() => {});
      await listening;
    },
  };
}
