import type pg from 'pg';
import type { Logger } from 'pino';
import { startPostgresWire } from '../adapters/signals/postgres/postgres.ts';
import type { Db } from '../db/connection.ts';
import { DatabaseClient } from '../db/database-client.ts';
import type { NatsSettings } from '../env/nats.ts';
import { createSignals, type Signals } from '../live/signals.ts';

/** By PostgreSQL, and by NATS where it's used. */
export function startSignals(deps: {
  connectionString: string;
  db: Db;
  pool: pg.Pool;
  log: Logger;
  nats?: { settings: NatsSettings; subject: string } | null;
}): Promise<Signals> {
  const { connectionString, db, pool, log, nats = null } = deps;
  return createSignals({
    db,
    log,
    wires: {
      postgres: (ears) =>
        startPostgresWire(
          { newClient: (options) => new DatabaseClient({ connectionString, ...options }), pool, log },
          ears,
        ),
      nats:
        nats &&
        (async (ears) => {
          // Others don't need it in their memory.
          const { startNatsWire } = await import('../adapters/signals/nats/nats.ts');
          return startNatsWire(nats.settings, { subject: nats.subject, log }, ears);
        }),
    },
  });
}
