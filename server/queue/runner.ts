import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CronItem,
  Logger as GraphileLogger,
  parseCronItems,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { type Tracer, traced } from '../tracing/spans.ts';
import type { JobKind } from './job.ts';
import { patientPool } from './patient-pool.ts';
import { createPresence, type Locks } from './presence.ts';
import { STORED_JOBS } from './queue-state.ts';
import { createTurns } from './turns.ts';

/** One run of a job. */
export interface Run {
  /** The job's, the same each time it is tried. */
  id: string;
  /** Aborted when others may take this job over: what can wait, waits. */
  lost: AbortSignal;
}

export interface Job {
  kind: JobKind;
  run(payload: unknown, run: Run): Promise<void>;
}

export function job<Payload extends z.ZodType>(
  kind: JobKind<Payload>,
  work: (payload: z.output<Payload>, run: Run) => Promise<void>,
): Job {
  return { kind, run: (payload, run) => work(kind.payload.parse(payload), run) };
}

/** Kinds of work that share slots: so many of them run side by side in one process, whatever else there is to do. */
export interface Lane {
  slots: number;
  jobs: Job[];
}

export interface Cron {
  /** crontab syntax, UTC. */
  match: string;
  kind: JobKind;
}

export interface Runner {
  /** Of this worker, for work that isn't in the queue. */
  locks: Locks;
  close(): Promise<void>;
}

/** What was added for later is looked for once for all slots; what is added for now is announced. */
const LOOK_EVERY_MS = 250;
/** Of each slot, should the others fail. */
const POLL_MS = 60_000;
const RELEASE_EVERY_MS = 10_000;
/** PostgreSQL may not have noticed yet that a worker was killed when the next one starts. */
const FIRST_RELEASE_MS = 3000;

export async function startRunner(deps: {
  connectionString: string;
  pool: pg.Pool;
  log: Logger;
  lanes: Lane[];
  crons: Cron[];
  tracer?: Tracer | null;
}): Promise<Runner> {
  const presence = createPresence(deps);
  const events: WorkerEvents = new EventEmitter();
  const slots = deps.lanes.reduce((sum, lane) => sum + lane.slots, 0);
  let name = '';
  let nudge = (_count: number) => {};
  events.on('pool:create', ({ workerPool }) => {
    name = workerPool.id;
    nudge = (count) => workerPool.nudge(count);
  });
  const turns = createTurns(
    deps.lanes.map(({ slots, jobs }) => ({ slots, kinds: jobs.map(({ kind }) => kind.name) })),
    events,
  );
  const runner = await run({
    pgPool: patientPool(deps.pool),
    concurrency: slots,
    noHandleSignals: true,
    pollInterval: POLL_MS,
    logger: graphileLogger(deps.log),
    taskList: Object.fromEntries(
      deps.lanes
        .flatMap(({ jobs }) => jobs)
        .map((each) => [
          each.kind.name,
          (payload, { job: { id } }) =>
            turns.run(each.kind.name, () =>
              traced(
                deps.tracer ?? null,
                `job ${each.kind.name}`,
                { attributes: { 'hiretext.job_id': id } },
                () => each.run(payload, { id, lost: presence.lost }),
              ),
            ),
        ]),
    ) as TaskList,
    parsedCronItems: parseCronItems(
      deps.crons.map(
        // One that has failed is tried again in the place of the next one, so that an outage leaves no row of them.
        ({ match, kind }): CronItem => ({
          task: kind.name,
          match,
          options: { backfillPeriod: 0, jobKey: kind.name },
        }),
      ),
    ),
    // Asked before each look at the queue, and waited for: who isn't present takes no job.
    forbiddenFlags: async () => {
      const full = await turns.next();
      await presence.held();
      return full;
    },
    events,
  });
  try {
    await presence.hold(name);
  } catch (error) {
    await presence.close(runner.stop());
    throw error;
  }

  // The queue keeps a job locked to its worker for four hours. A killed worker's lock is gone with its connection, so
  // its jobs can go on at once.
  const release = () =>
    releaseJobsOfTheDead(deps.pool).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'jobs of dead workers could not be released'),
    );
  await release();
  const soon = setTimeout(release, FIRST_RELEASE_MS);
  const timer = setInterval(release, RELEASE_EVERY_MS);
  const closing = new AbortController();
  const looking = lookForDue(deps.pool, slots, nudge, closing.signal);

  return {
    locks: presence,
    close: async () => {
      clearTimeout(soon);
      clearInterval(timer);
      closing.abort();
      await looking;
      await presence.close(runner.stop());
    },
  };
}

/** Wakes as many slots as there are due jobs. A look costs as much as one of the slots, and there are dozens of them. */
async function lookForDue(
  pool: pg.Pool,
  slots: number,
  nudge: (count: number) => void,
  closing: AbortSignal,
): Promise<void> {
  while (!closing.aborted) {
    await sleep(LOOK_EVERY_MS, undefined, { signal: closing }).catch(() => {});
    // The slots say when the database is away.
    const due = closing.aborted ? 0 : await countDue(pool, slots).catch(() => 0);
    if (due > 0 && !closing.aborted) nudge(due);
  }
}

async function countDue(pool: pg.Pool, most: number): Promise<number> {
  const { rows } = await pool.query<{ due: number }>(
    `select count(*)::int as due from (
       select from ${STORED_JOBS} where is_available and run_at <= now() limit $1
     ) as jobs`,
    [most],
  );
  return rows[0]?.due ?? 0;
}

async function releaseJobsOfTheDead(pool: pg.Pool): Promise<void> {
  await pool.query(
    `with holders as materialized (
       select distinct locked_by from graphile_worker.jobs where locked_by is not null
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
