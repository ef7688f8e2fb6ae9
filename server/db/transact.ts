import { AsyncLocalStorage } from 'node:async_hooks';
import { DummyDriver, type Kysely, PostgresDialect, sql, Transaction } from 'kysely';
import pg from 'pg';
import { currentCause } from './cause.ts';
import type { DB } from './schema.ts';

/** How PostgreSQL begins and ends a transaction; of connections it knows those that it is given. */
const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('This driver has no pool.')) });
const driver = dialect.createDriver();

const around = new AsyncLocalStorage<{ isOpen: boolean }>();

/** Whether the code that asks is the work of a transaction that is still open. */
export function isInTransaction(): boolean {
  return around.getStore()?.isOpen ?? false;
}

/**
 * One transaction on one connection. Kysely's own sends a statement when the one before it is answered; here statements that
 * are asked for at the same time are sent together, in their order (decision 82). When `work` is over, also because one of
 * several has failed, nothing that is still running in it can reach the connection anymore. Kysely's own shuts that door
 * when the rollback has been answered, so a statement that is asked for meanwhile runs after it, and stays.
 */
export function transact<T>(
  db: Pick<Kysely<DB>, 'getExecutor'>,
  work: (tx: Transaction<DB>) => Promise<T>,
  settings: { accessMode?: 'read only' } = {},
): Promise<T> {
  const executor = db.getExecutor();
  return executor.provideConnection(async (connection) => {
    const transaction = { isOpen: true };
    let reason: unknown;
    const tx = new Transaction<DB>({
      config: { dialect },
      dialect,
      driver: new DummyDriver(),
      executor: executor.withConnectionProvider({
        provideConnection: async (ask) => {
          if (!transaction.isOpen) throw new Error('The transaction is over.');
          try {
            return await ask(connection);
          } catch (error) {
            if (!isAborted(error)) reason ??= error;
            throw error;
          }
        },
      }),
    });
    try {
      // `begin` is sent first, and waited for no more than the statements that follow it.
      const begun = driver.beginTransaction(connection, settings);
      const cause = currentCause();
      const caused =
        cause && sql`select set_config('hiretext.cause', ${JSON.stringify(cause)}, true)`.execute(tx);
      const [, , result] = await Promise.all([begun, caused, around.run(transaction, async () => work(tx))]);
      transaction.isOpen = false;
      await driver.commitTransaction(connection);
      return result;
    } catch (error) {
      transaction.isOpen = false;
      // A connection that can't even do that is given up by the driver; what matters is why it came to this.
      await driver.rollbackTransaction(connection).catch(() => {});
      // Of statements that are sent together, one that only fails because another has may be heard of first.
      throw isAborted(error) ? (reason ?? error) : error;
    }
  });
}

const IN_FAILED_TRANSACTION = '25P02';

function isAborted(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === IN_FAILED_TRANSACTION;
}
