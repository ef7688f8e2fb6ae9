import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { batched } from './batch.ts';
import { type Connection, connect, type Db, type ReadDb } from './connection.ts';
import { nameOf, readHost } from './hosts.ts';
import { isUnavailable } from './unavailable.ts';

export interface Replicas {
  /**
   * On a replica that has everything that was committed before this call, or on the primary. `work` only reads, and may run
   * twice: what a replica can't answer is asked of the primary.
   */
  read<T>(work: (db: ReadDb) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface ReplicaSettings {
  /** One address each. */
  addresses: string[];
  /** How long a read waits for a replica to have what was committed before it. */
  waitMs: number;
}

/** Where a read was answered, and if it was the primary, why: no replica was in use, or it was late, canceled the read or failed. */
export type ReadOutcome = 'replica' | 'unused' | 'late' | 'canceled' | 'failed';

export interface ReplicaObserver {
  replicaRead(outcome: ReadOutcome): void;
  /** Null: it's not in use, and how late it is isn't known. */
  replicaLooked(host: string, found: { isUsed: boolean; lagSeconds: number | null }): void;
}

interface ReplicaDeps {
  db: Db;
  pool: pg.Pool;
  observer: ReplicaObserver;
  log: { info(about: object, sentence: string): void; warn(about: object, sentence: string): void };
}

/** Of each replica. */
const MAX_CONNECTIONS = 10;
/** The primary is asked after that, which takes as long again. */
const LIMITS = { acquireMs: 1000, statementMs: 5000 };
const LOOK_AGAIN_AFTER_MS = 2000;

/** Nothing lags where there is only the primary. */
export const onlyPrimary = (db: Db): Replicas => ({ read: (work) => work(db), close: async () => {} });

export function connectReplicas({ addresses, waitMs }: ReplicaSettings, deps: ReplicaDeps): Replicas {
  const { db, pool, observer, log } = deps;
  const closing = new AbortController();
  const replicas = addresses.map((address) => openReplica(address, LIMITS));
  /** Those who ask at the same time share one answer, which is newer than what each of them has done before. */
  const position = batched<null, Position>(
    async (asked) => {
      const found = await positionOf(pool);
      return asked.map(() => found);
    },
    { max: 1000 },
  );

  /** Uses what is well, and leaves alone what isn't, so that calls don't have to find out. */
  async function follow(replica: Replica): Promise<void> {
    while (!closing.signal.aborted) {
      use(replica, await look(pool, replica, waitMs));
      await wait(LOOK_AGAIN_AFTER_MS, undefined, { signal: closing.signal, ref: false }).catch(() => {});
    }
  }

  function use(replica: Replica, { refusal, lagSeconds }: Look): void {
    const { host } = replica;
    observer.replicaLooked(host, { isUsed: refusal === null, lagSeconds });
    if (refusal === replica.refusal) return;
    if (refusal === null) log.info({ host }, 'a replica is read from');
    // How many seconds it's late differs each time.
    else if (typeof replica.refusal !== 'string')
      log.warn({ host, reason: refusal }, 'a replica is not read from');
    replica.refusal = refusal;
  }

  let turn = 0;
  function next(): Replica | undefined {
    const used = replicas.filter(({ refusal }) => refusal === null);
    turn += 1;
    return used[turn % used.length];
  }

  async function attempt<T>(
    replica: Replica | undefined,
    work: (db: ReadDb) => Promise<T>,
  ): Promise<{ outcome: Exclude<ReadOutcome, 'replica'> } | { outcome: 'replica'; result: T }> {
    const until = replica && (await position(null).catch(() => null));
    if (!replica || !until) return { outcome: 'unused' };
    try {
      const found = await reach(replica, until, waitMs);
      if (found.refusal !== null) {
        use(replica, found);
        return { outcome: 'late' };
      }
      return { outcome: 'replica', result: await work(replica.connection.db) };
    } catch (error) {
      if (!isRepeatable(error)) throw error;
      // It may only have much to do, and then all of it would come down on the primary. The next look finds out.
      if (isUnavailable(error) && !isTimeout(error)) use(replica, failed(error));
      return { outcome: isCanceled(error) ? 'canceled' : 'failed' };
    }
  }

  const following = replicas.map(follow);
  return {
    read: async (work) => {
      const attempted = await attempt(next(), work);
      observer.replicaRead(attempted.outcome);
      return attempted.outcome === 'replica' ? attempted.result : work(db);
    },
    close: async () => {
      closing.abort();
      await Promise.all(following);
      const closed = Promise.all(replicas.map(({ connection }) => connection.close()));
      // One that hangs doesn't say goodbye.
      await Promise.race([closed, wait(ANSWER_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}

export interface Replica {
  /** Without user and password. */
  host: string;
  connection: Connection;
  /** Why it isn't read from; null: it is. Undefined until it was looked at. */
  refusal: string | null | undefined;
}

export function openReplica(address: string, limits = LIMITS): Replica {
  const connection = connect(address, {
    max: MAX_CONNECTIONS,
    // The next look says so.
    onError: () => {},
    isReplica: true,
    ...limits,
  });
  return { host: nameOf(readHost(address)), connection, refusal: undefined };
}

interface Position {
  lsn: string;
  /** The cluster and the database in it: copies of the same have the same. */
  identity: string;
  timeline: number;
  at: Date;
}

const IDENTITY = `(select system_identifier from pg_control_system())::text || ' ' ||
       (select oid from pg_database where datname = current_database()) as identity`;

/** Everything committed is before it. What is only in memory would be waited for, so it counts only where commits don't reach the disk. */
const POSITION = `
  select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end as lsn,
         ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline,
         clock_timestamp() as at, ${IDENTITY}`;

async function positionOf(pool: pg.Pool): Promise<Position> {
  const { rows } = await pool.query<Position>(POSITION);
  const [position] = rows;
  if (position === undefined) throw new Error('The primary has no position');
  return position;
}

/**
 * A former primary, or one that follows it, may have gone on after the new one was promoted: its positions count only on the same
 * timeline, as far as it has noted that it's there.
 */
const STATE = `
  select pg_is_in_recovery() as "isStandby", ${IDENTITY},
         (select timeline_id from pg_control_checkpoint()) as "checkpointTimeline",
         (select min_recovery_end_timeline from pg_control_recovery()) as "recoveryTimeline",
         pg_last_wal_replay_lsn() >= $1::pg_lsn as "isThere",
         extract(epoch from $2::timestamptz - pg_last_xact_replay_timestamp())::float8 as "lagSeconds"`;

interface State extends Pick<Position, 'identity'> {
  isStandby: boolean;
  checkpointTimeline: number;
  recoveryTimeline: number;
  isThere: boolean | null;
  lagSeconds: number | null;
}

const ANSWER_WITHIN_MS = 1000;
const FIRST_PAUSE_MS = 2;

interface Look {
  /** Why nothing is read from it; null: it can be. */
  refusal: string | null;
  lagSeconds: number | null;
}

/** Waits until the replica has everything up to a position, if it can have it. */
async function reach(
  { connection }: Replica,
  { lsn, at, identity, timeline }: Position,
  waitMs: number,
): Promise<Look> {
  const end = performance.now() + waitMs;
  const query = { text: STATE, values: [lsn, at], query_timeout: ANSWER_WITHIN_MS };
  for (let pause = FIRST_PAUSE_MS; ; pause *= 2) {
    const { rows } = await connection.pool.query<State>(query);
    const [state] = rows;
    if (state?.isStandby !== true || state.identity !== identity)
      return { refusal: "isn't a standby of this database", lagSeconds: null };
    if (Math.max(state.checkpointTimeline, state.recoveryTimeline) !== timeline)
      return { refusal: "hasn't followed to the new primary yet", lagSeconds: null };
    if (state.isThere === true) return { refusal: null, lagSeconds: 0 };
    const left = end - performance.now();
    if (left <= 0)
      return { refusal: 'is late', lagSeconds: state.lagSeconds && Math.max(0, state.lagSeconds) };
    await wait(Math.min(pause, left));
  }
}

/** Whether a replica can be read from now; if not, why. */
export async function look(primary: pg.Pool, replica: Replica, waitMs: number): Promise<Look> {
  try {
    return await reach(replica, await positionOf(primary), waitMs);
  } catch (error) {
    return failed(error);
  }
}

const failed = (error: unknown): Look => ({
  refusal: `can't be read from (${(error as Error).message})`,
  lagSeconds: null,
});

const CANCELED = ['40001', '40P01'];
const READ_ONLY_TRANSACTION = '25006';

const isTimeout = (error: unknown) => /timeout/.test((error as Error).message);

/** What is wrong with the question itself, the primary says too. But it would let pass a write, which is our own mistake. */
function isRepeatable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code !== READ_ONLY_TRANSACTION;
  return isUnavailable(error);
}

/** What the standby had to replay removes rows that the read still needed. */
function isCanceled(error: unknown): boolean {
  return error instanceof pg.DatabaseError && CANCELED.includes(error.code ?? '');
}
