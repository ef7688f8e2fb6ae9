import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { DatabaseClient } from '../db/database-client.ts';

/*
 * A worker shows that it is alive by a lock that PostgreSQL drops when its connection ends; others take the jobs of workers whose
 * lock is free (runner.ts). When the connection breaks, this worker may be alive all the same: it takes no more jobs until it
 * holds the lock again. What it is in the middle of is guarded by claims (claim.ts).
 */
export interface Presence extends Locks {
  /** Takes the lock, by the worker's name in the queue. Throws when it can't; later it tries until it can. */
  hold(name: string): Promise<void>;
  /** Resolves while the lock is held. */
  held(): Promise<void>;
  /** No one is kept waiting from now on; the lock stays until `work` is done. */
  close(work: Promise<unknown>): Promise<void>;
}

/** Further locks on the same connection, each of one worker at a time. */
export interface Locks {
  /** Takes those of `keys` that no other worker has, in this order, until it has `most`. None while it is cut off. */
  tryLock(keys: string[], most: number): Promise<string[]>;
  unlock(key: string): Promise<void>;
  /** Aborted when the locks that are held now are lost. */
  readonly lost: AbortSignal;
}

const CHECK_EVERY_MS = 5000;
const ANSWER_WITHIN_MS = 3000;
const LOCK_WITHIN_MS = 10_000;
const FIRST_PAUSE_MS = 200;
/** So that a worker is back within seconds after a standby was promoted. */
const LONGEST_PAUSE_MS = 2000;

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
  let backend: Backend = { pid: 0, started: '' };
  let checks: NodeJS.Timeout | undefined;

  async function take(): Promise<void> {
    const next = createClient(deps.connectionString, checkEveryMs);
    client = next;
    // `end` follows, and is handled below.
    next.on('error', () => {});
    next.on('end', () => lose(next, 'the connection ended'));
    try {
      backend = await connect(next, backend);
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

  /** No rows when it is cut off, or is by now. */
  async function ask<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
    const asked = client;
    if (!isHeld || asked === null) return [];
    try {
      return (await within<Row>(asked, answerWithinMs, { text, values })).rows;
    } catch (error) {
      lose(asked, error instanceof Error ? error.message : String(error));
      return [];
    }
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
    void keepTaking(take, closing.signal, deps.log);
  }

  return {
    hold: (worker) => {
      name = worker;
      return take();
    },
    held: () => gate.promise,
    ...lockCalls(ask),
    get lost() {
      return lost.signal;
    },
    close: async (work) => {
      closing.abort();
      clearInterval(checks);
      gate.resolve();
      await work;
      if (isHeld) await client?.end();
      // It may be waiting for a lock that others keep.
      else if (client !== null) leave(client);
    },
  };
}

interface Backend {
  pid: number;
  started: string;
}

function createClient(connectionString: string, checkEveryMs: number): pg.Client {
  return new DatabaseClient({
    connectionString,
    application_name: 'hiretext worker',
    connectionTimeoutMillis: LOCK_WITHIN_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: checkEveryMs,
    // A check doesn't wait for a lock that is asked for.
    pipeline: true,
  });
}

async function connect(next: pg.Client, before: Backend): Promise<Backend> {
  await next.connect();
  // So that PostgreSQL notices soon when this machine is gone.
  await next.query(
    'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3',
  );
  // It may not have noticed that the connection before is dead, and would keep the lock for it.
  await next.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and backend_start::text = $2',
    [before.pid, before.started],
  );
  const { rows } = await next.query<Backend>(
    'select pid, backend_start::text as started from pg_stat_activity where pid = pg_backend_pid()',
  );
  return rows[0] ?? before;
}

async function keepTaking(take: () => Promise<void>, closing: AbortSignal, log: Logger): Promise<void> {
  for (let tries = 0; !closing.aborted; tries += 1) {
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries);
    // Not all workers at the same moment.
    await sleep(pauseMs * (0.5 + Math.random() / 2), undefined, { signal: closing }).catch(() => {});
    if (closing.aborted) return;
    try {
      await take();
      log.warn('the worker is back at the queue');
      return;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ reason }, 'the worker is still cut off from the queue');
    }
  }
}

function lockCalls(
  ask: <Row extends pg.QueryResultRow>(text: string, values: unknown[]) => Promise<Row[]>,
): Pick<Locks, 'tryLock' | 'unlock'> {
  return {
    tryLock: async (keys, most) => {
      if (keys.length === 0) return [];
      const rows = await ask<{ key: string }>(
        `select key from (select key from unnest($1::text[]) with ordinality as asked (key, place) order by place) as asked
          where pg_try_advisory_lock(hashtextextended(key, 0)) limit $2`,
        [keys, most],
      );
      return rows.map(({ key }) => key);
    },
    unlock: async (key) => {
      await ask('select pg_advisory_unlock(hashtextextended($1, 0))', [key]);
    },
  };
}

function within<Row extends pg.QueryResultRow>(
  client: pg.Client,
  ms: number,
  query: pg.QueryConfig,
): Promise<pg.QueryResult<Row>> {
  const limited: pg.QueryConfig & { query_timeout: number } = { ...query, query_timeout: ms };
  return client.query<Row>(limited);
}

/** Not waited for: a connection that is dead may take long to end. */
function leave(client: pg.Client): void {
  client.end().catch(() => {});
}
