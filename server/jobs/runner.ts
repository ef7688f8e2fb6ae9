import { EventEmitter } from 'node:events';
import {
  type CronItem,
  Logger as GraphileLogger,
  parseCronItems,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import pg from 'pg';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { JobKind } from './job.ts';

export interface Job {
  kind: JobKind;
  run(payload: unknown): Promise<void>;
}

export function job<Payload extends z.ZodType>(
  kind: JobKind<Payload>,
  work: (payload: z.output<Payload>) => Promise<void>,
): Job {
  return { kind, run: (payload) => work(kind.payload.parse(payload)) };
}

export interface Cron {
  /** crontab syntax, UTC. */
  match: string;
  kind: JobKind;
}

export interface Runner {
  close(): Promise<void>;
}

const CONCURRENCY = 10;
const RELEASE_EVERY_MS = 10_000;
/** Just past the grace, so that a restart after a kill goes on at once. */
const FIRST_RELEASE_MS = 3500;

export async function startRunner(deps: {
  connectionString: string;
  pool: pg.Pool;
  log: Logger;
  jobs: Job[];
  crons: Cron[];
}): Promise<Runner> {
  const presence = new pg.Client({
    connectionString: deps.connectionString,
    application_name: 'hiretext worker',
  });
  presence.on('error', (error) =>
    deps.log.error({ reason: error.message }, 'the worker lost its database connection'),
  );
  await presence.connect();

  const runner = await run({
    pgPool: deps.pool,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    pollInterval: 1000,
    logger: graphileLogger(deps.log),
    taskList: Object.fromEntries(
      deps.jobs.map((each) => [each.kind.name, (payload) => each.run(payload)]),
    ) as TaskList,
    parsedCronItems: parseCronItems(
      deps.crons.map(
        ({ match, kind }): CronItem => ({ task: kind.name, match, options: { backfillPeriod: 0 } }),
      ),
    ),
    events: announcing(presence, deps.log),
  });
  // The queue keeps a job locked to its worker for four hours. A killed worker's lock is gone with its connection, so
  // its jobs can go on at once.
  const release = () =>
    releaseJobsOfTheDead(deps.pool).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'jobs of dead workers could not be released'),
    );
  await release();
  const soon = setTimeout(release, FIRST_RELEASE_MS);
  const timer = setInterval(release, RELEASE_EVERY_MS);

  return {
    close: async () => {
      clearTimeout(soon);
      clearInterval(timer);
      await runner.stop();
      await presence.end();
    },
  };
}

/** A worker pool shows that it is alive by a lock that PostgreSQL drops when its connection ends. */
function announcing(presence: pg.Client, log: Logger): WorkerEvents {
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => {
    presence
      .query('select pg_advisory_lock(hashtextextended($1, 0))', [workerPool.id])
      .catch((error: unknown) => log.error({ err: error }, 'the worker could not announce itself'));
  });
  return events;
}

/** A pool that has just started may not have announced itself yet. */
const GRACE = '3 seconds';

async function releaseJobsOfTheDead(pool: pg.Pool): Promise<void> {
  await pool.query(
    `with holders as materialized (
       select distinct locked_by from graphile_worker.jobs
        where locked_by is not null and locked_at < now() - interval '${GRACE}'
     ), dead as materialized (
       select locked_by from holders where pg_try_advisory_xact_lock(hashtextextended(locked_by, 0))
     )
     select graphile_worker.force_unlock_workers(array_agg(locked_by)) from dead having count(*) > 0`,
  );
}

function graphileLogger(log: Logger): GraphileLogger {
  const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;
  return new GraphileLogger(() => (level, message) => {
    log[levels[level as keyof typeof levels] ?? 'debug'](message);
  });
}
