import type pg from 'pg';
import { isUnavailable } from '../db/unavailable.ts';

/** A code that the queue's library takes for a reason to try again within seconds. */
const TRY_AGAIN = '40001';

/**
 * The pool as the queue's library is to see it. When a job has ended, the library updates the database and doesn't catch
 * its failure: a database that is away at that moment would end the process. It retries only what fails with a few
 * codes, so a database that can't be reached fails with one of those.
 */
export function patientPool(pool: pg.Pool): pg.Pool {
  const connect = (
    callback?: (error: Error | undefined, client?: pg.PoolClient, done?: () => void) => void,
  ) =>
    // With a callback it listens for new jobs, and knows by itself how to begin again.
    callback === undefined ? pool.connect().then(patientClient, tryAgain) : pool.connect(callback as never);
  return replacing(pool, { connect });
}

function patientClient(client: pg.PoolClient): pg.PoolClient {
  const query = (...asked: unknown[]) => Reflect.apply(client.query, client, asked).catch(tryAgain);
  return replacing(client, { query });
}

function tryAgain(error: unknown): never {
  if (!isUnavailable(error)) throw error;
  const { message } = error as Error;
  throw Object.assign(new Error(message, { cause: error }), { code: TRY_AGAIN });
}

function replacing<T extends object>(target: T, methods: Record<string, unknown>): T {
  return new Proxy(target, {
    get: (_, name) => {
      if (typeof name === 'string' && name in methods) return methods[name];
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
