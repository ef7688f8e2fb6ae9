import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';

/*
 * A worker shows that it is alive by a lock that PostgreSQL drops when its connection ends; others take the jobs of whoever's
 * lock is free (runner.ts). When the connection breaks, this worker may be alive all the same: it takes no more jobs until it
 * holds the lock again. What it is in the middle of is guarded by claims (claim.ts).
 */
export interface Presence {
  /** Takes the lock, by the worker's name in the queue. Throws when it can't; later it tries until it can. */
  hold(name: string): Promise<void>;
  /** Resolves while the lock is held. */
  held(): Promise<void>;
  /** Aborted when the lock that is held now is lost. */
  readonly lost: AbortSignal;
  /** Nobody is kept waiting from now on; the lock stays until `work` is done. */
  close(work: Promise<unknown>): Promise<void>;
}

const CHECK_EVERY_MS = 5000;
const ANSWER_WITHIN_MS = 3000;
const LOCK_WITHIN_MS = 10_000;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;

export function createPresence(deps: {
  connectionString: string;
  log: Logger;
  checkEveryMs?: number;
  answerWithinMs?: number;
}): Presence {
  const { checkEveryMs = CHECK_EVERY_MS, answerWithinMs = ANSWER_WITHIN_MS } = deps;
  const closing = new AbortController();
  let name = '';
  let client: pg.Client | null = null;
  let lost = new AbortController();
  let gate = Promise.withResolvers<void>();
  let isHeld = false;
  /** PostgreSQL's end of the connection that holds the lock. */
  let backend = { pid: 0, started: '' };
  let checks: NodeJS.Timeout | undefined;

  async function take(): Promise<void> {
    const next = new pg.Client({
      connectionString: deps.connectionString,
      application_name: 'hiretext worker',
      connectionTimeoutMillis: LOCK_WITHIN_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: checkEveryMs,
    });
    client = next;
    // Its end tells the same.
    next.on('error', () => {});
    next.on('end', () => lose(next, 'the connection ended'));
    try {
      await next.connect();
      // So that PostgreSQL notices soon when this machine is gone.
      await next.query(
        'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3',
      );
      // It may not have noticed that the connection before is dead, and would keep the lock for it.
      await next.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and backend_start::text = $2',
        [backend.pid, backend.started],
      );
      const { rows } = await next.query<typeof backend>(
        'select pid, backend_start::text as started from pg_stat_activity where pid = pg_backend_pid()',
      );
      backend = rows[0] ?? backend;
      await within(next, LOCK_WITHIN_MS, {
        text: 'select pg_advisory_lock(hashtextextended($1, 0))',
        values: [name],
      });
    } catch (error) {
      leave(next);
      throw error;
    }
    isHeld = true;
    checks = setInterval(() => {
      within(next, answerWithinMs, { text: 'select 1' }).catch((error: Error) => lose(next, error.message));
    }, checkEveryMs);
    gate.resolve();
  }

  function lose(from: pg.Client, reason: string): void {
    if (!isHeld || from !== client || closing.signal.aborted) return;
    isHeld = false;
    clearInterval(checks);
    gate = Promise.withResolvers();
    lost.abort();
    lost = new AbortController();
    deps.log.error({ reason }, 'the worker is cut off from the queue and takes no jobs for now');
    leave(from);
    void takeAgain();
  }

  async function takeAgain(): Promise<void> {
    for (let tries = 0; !closing.signal.aborted; tries += 1) {
      const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries);
      // Not all workers at the same moment.
      await sleep(pauseMs * (0.5 + Math.random() / 2), undefined, { signal: closing.signal }).catch(() => {});
      if (closing.signal.aborted) return;
      try {
        await take();
        deps.log.warn('the worker is back at the queue');
        return;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        deps.log.warn({ reason }, 'the worker is still cut off from the queue');
      }
    }
  }

  return {
    hold: (worker) => {
      name = worker;
      return take();
    },
    held: () => gate.promise,
    get lost() {
      return lost.signal;
    },
    close: async (work) => {
      closing.abort();
      clearInterval(checks);
      gate.resolve();
      await work;
      await client?.end();
    },
  };
}

function within(client: pg.Client, ms: number, query: pg.QueryConfig): Promise<unknown> {
  const limited: pg.QueryConfig & { query_timeout: number } = { ...query, query_timeout: ms };
  return client.query(limited);
}

/** Not waited for: a connection that is dead may take long to end. */
function leave(client: pg.Client): void {
  client.end().catch(() => {});
}
