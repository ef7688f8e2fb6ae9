import { setTimeout } from 'node:timers/promises';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { listenTo, raiseAfterCommit, type Signal } from './after-commit.ts';
import { PreparingClient } from './preparing-client.ts';
import type { DB } from './schema.ts';
import { transact } from './transact.ts';

export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;

export interface Connection {
  db: Db;
  /** The same connections without the query builder, for the few statements that run thousands of times a second. */
  pool: pg.Pool;
  close(): Promise<void>;
}

const STATEMENT_LIMIT_MS = 30_000;
const IDLE_LIMIT_MS = 10_000;

export function connect(
  connectionString: string,
  options: { max: number; onError(error: Error): void },
): Connection {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString,
    max: options.max,
    application_name: 'hiretext',
    // What is asked of one connection at the same time is sent at once (decision 34).
    pipeline: true,
    statement_timeout: STATEMENT_LIMIT_MS,
    // A transaction that nobody goes on with holds locks, and holds back what browsers are told.
    idle_in_transaction_session_timeout: IDLE_LIMIT_MS,
  });
  // An idle connection that breaks is replaced at the next query; without listeners it would end the process.
  pool.on('error', options.onError);
  pool.on('connect', (client) => client.on('error', options.onError));
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, close: () => db.destroy() };
}

const MOST_TRIES = 5;

/**
 * Runs in the transaction that is open, or in a new one: the only way to open one. When PostgreSQL ends it because two
 * waited for each other, nothing of it has happened, and it runs again: `work` must do nothing that a rollback can't undo.
 * What others are to be told of it is registered in it (`raiseAfterCommit`).
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Tx);
  for (let tries = 1; ; tries += 1) {
    try {
      const signals = new Set<Signal>();
      const result = await transact(db, (tx) => {
        listenTo(tx, (signal) => signals.add(signal));
        return work(tx);
      });
      for (const signal of signals) raiseAfterCommit(db, signal);
      return result;
    } catch (error) {
      if (!isPassingConflict(error) || tries === MOST_TRIES) throw error;
      // Not at the same moment as the other one.
      await setTimeout(Math.random() * 20 * tries);
    }
  }
}

const DEADLOCK = '40P01';
const SERIALIZATION_FAILURE = '40001';

function isPassingConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && [DEADLOCK, SERIALIZATION_FAILURE].includes(error.code ?? '');
}

const UNIQUE_VIOLATION = '23505';

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== UNIQUE_VIOLATION) return false;
  return constraint === undefined || error.constraint === constraint;
}
