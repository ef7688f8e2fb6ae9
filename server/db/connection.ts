import { EventEmitter } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { bound } from '../tracing/spans.ts';
import { listenTo, raiseAfterCommit, type Signal } from './after-commit.ts';
import type { DatabaseConfig } from './database-client.ts';
import { PreparingClient } from './preparing-client.ts';
import type { DB } from './schema.ts';
import { isInTransaction, transact } from './transact.ts';

export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;
/** For what only reads, which may be at a replica. Every `Db` is one, and none is a `Db`. */
export type ReadDb = Pick<Db, 'selectFrom' | 'getExecutor'>;

export interface Connection {
  db: Db;
  /** The same connections without the query builder, for the few statements that run thousands of times a second. */
  pool: pg.Pool;
  notices: Notices;
  close(): Promise<void>;
}

/** The notices that PostgreSQL sends while a statement runs, on any of the connections and from the first one on. */
export type Notices = EventEmitter<{ notice: [{ code: string | undefined; message: string | undefined }] }>;

/** For the database to report that it has given up. After that it is taken for dead. */
const ANSWER_GRACE_MS = 2000;
const IDLE_LIMIT_MS = 10_000;
/** Kept for occasional queries: a new connection has read nothing of the schema yet, and planned nothing. */
const KEPT_CONNECTIONS = 5;
/** Then it gives back what it has prepared. */
const LIFETIME_SECONDS = 3600;

/** What takes longer is given up, and the caller gets an error that the database is unavailable. */
export interface DatabaseLimits {
  acquireMs: number;
  statementMs: number;
}

const LIMITS: DatabaseLimits = {
  // For a new connection as well as for one that is in use.
  acquireMs: 5000,
  statementMs: 15_000,
};

/** A transaction that waits for a second connection may wait for one that waits for a second one. */
class Pool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(
    callback: (
      error: Error | undefined,
      client: pg.PoolClient | undefined,
      done: (release?: unknown) => void,
    ) => void,
  ): void;
  // biome-ignore lint/suspicious/noExplicitAny: one body for two overloads
  override connect(...args: any[]): any {
    if (isInTransaction()) throw new Error('A transaction asked for a second connection.');
    return Reflect.apply(
      super.connect,
      this,
      // It may be called in the course of the work that gives its connection back.
      args.map((callback) => bound(callback)),
    );
  }
}

export function connect(
  connectionString: string,
  options: { max: number; onError(error: Error): void; isReplica?: boolean } & Partial<DatabaseLimits>,
): Connection {
  const { acquireMs, statementMs, isReplica = false } = { ...LIMITS, ...options };
  const config: pg.PoolConfig & DatabaseConfig = {
    connectionString,
    isReplica,
    max: options.max,
    min: KEPT_CONNECTIONS,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    application_name: isReplica ? 'hiretext replica' : 'hiretext',
    // What is asked of one connection at the same time is sent at once (decision 82).
    pipeline: true,
    connectionTimeoutMillis: acquireMs,
    // The database's own limit does nothing when the database itself hangs, or the network in between.
    query_timeout: statementMs + ANSWER_GRACE_MS,
    keepAlive: true,
  };
  const pool = new Pool({ Client: PreparingClient, ...config });
  // An idle connection that breaks is replaced at the next query; without listeners it would end the process.
  const onError = (error: Error) => {
    // After that, the database may be gone before they are.
    if (!pool.ending) options.onError(error);
  };
  pool.on('error', onError);
  const notices: Notices = new EventEmitter();
  // With the first statement, and not when it connects: PgBouncer refuses such a start, or lets the limits fall.
  // An abandoned transaction holds locks.
  const limits = `set statement_timeout = ${statementMs}; set idle_in_transaction_session_timeout = ${IDLE_LIMIT_MS}${isReplica ? '; set default_transaction_read_only = on' : ''}`;
  pool.on('connect', (client) => {
    client.on('error', onError);
    client.query(limits).catch(onError);
    client.on('notice', (notice) => notices.emit('notice', notice));
  });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  let closed: Promise<void> | undefined;
  const close = () => {
    // The query builder leaves alone what was used without it.
    closed ??= pool.end();
    return closed;
  };
  return { db, pool, notices, close };
}

const MOST_TRIES = 5;

/**
 * Runs in the transaction that is open, or in a new one: the only way to open one. When PostgreSQL ends it because of what
 * another did at the same time, nothing of it has happened, and it runs again: `work` must do nothing that a rollback can't undo.
 * Signals to others about it are registered in it (`raiseAfterCommit`).
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Tx);
  return retrying(async () => {
    const signals = new Set<Signal>();
    const result = await transact(db, (tx) => {
      listenTo(tx, (signal) => signals.add(signal));
      return work(tx);
    });
    for (const signal of signals) raiseAfterCommit(db, signal);
    return result;
  });
}

/** Where statements need settings that end with them. The server refuses to write in it. */
export function inReadTransaction<T>(db: ReadDb, work: (tx: ReadDb) => Promise<T>): Promise<T> {
  return transact(db, work, { accessMode: 'read only' });
}

/** For work whose only write is a single statement, which is a transaction by itself. */
export async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isPassingConflict(error) || tries === MOST_TRIES) throw error;
      // Not at the same moment as the other one.
      await setTimeout(Math.random() * 20 * tries);
    }
  }
}

const DEADLOCK = '40P01';
const SERIALIZATION_FAILURE = '40001';
/** What it had found was deleted before it wrote: the next time it isn't found. */
const FOREIGN_KEY_VIOLATION = '23503';
/** Another request has kept a reply under the same Idempotency-Key: the next try finds it. */
const KEY_KEPT = 'idempotency_keys_pkey';
const PASSING = [DEADLOCK, SERIALIZATION_FAILURE, FOREIGN_KEY_VIOLATION];

function isPassingConflict(error: unknown): boolean {
  if (isUniqueViolation(error, KEY_KEPT)) return true;
  return error instanceof pg.DatabaseError && PASSING.includes(error.code ?? '');
}

const UNIQUE_VIOLATION = '23505';

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== UNIQUE_VIOLATION) return false;
  return constraint === undefined || error.constraint === constraint;
}
