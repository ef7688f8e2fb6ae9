import type pg from 'pg';
import { checkFigures } from '../features/analytics/figures/feed.ts';
import { configureCalls } from '../features/numbers/configure-calls.ts';
import type { JobKind } from '../queue/job.ts';
import { STORED_JOBS } from '../queue/queue-state.ts';
import type { Cells } from './cells.ts';

/* The queue has no column for the account: its jobs are those that name it in what they carry. Mails carry themselves, and stay. */

const THEIRS = `payload->>'accountId' = any($1::text[])`;
const TASKS = 'graphile_worker._private_tasks';
const QUEUES = 'graphile_worker._private_job_queues';

/** Their kinds, while they are being done. */
export async function listRunning(from: pg.Client, ids: string[]): Promise<string[]> {
  const { rows } = await from.query<{ kind: string }>(
    `select distinct tasks.identifier as kind from ${STORED_JOBS} jobs join ${TASKS} tasks on tasks.id = jobs.task_id
      where locked_at is not null and ${THEIRS} order by 1`,
    [ids],
  );
  return rows.map(({ kind }) => kind);
}

/** Those that wait, and what is to be done first in the other cell. */
export async function copyJobs({ from, to }: Cells, ids: string[]): Promise<void> {
  const { rows } = await from.query<{ jobs: unknown[] | null }>(
    `select json_agg(json_build_object(
              'identifier', tasks.identifier, 'queue_name', queues.queue_name, 'payload', jobs.payload, 'priority', jobs.priority,
              'run_at', jobs.run_at, 'attempts', jobs.attempts, 'max_attempts', jobs.max_attempts, 'last_error', jobs.last_error,
              'created_at', jobs.created_at, 'key', jobs.key, 'flags', jobs.flags) order by jobs.id) as jobs
       from ${STORED_JOBS} jobs join ${TASKS} tasks on tasks.id = jobs.task_id
       left join ${QUEUES} queues on queues.id = jobs.job_queue_id
      where ${THEIRS}`,
    [ids],
  );
  await insertJobs(to, [...(rows[0]?.jobs ?? []), ...(await firstJobs(to, ids))]);
}

/** The carrier learns where to call now. What the last second's texts count for was perhaps not noted yet. */
async function firstJobs(to: pg.Client, ids: string[]): Promise<unknown[]> {
  const { rows: numbers } = await to.query<{ accountId: string; numberId: string }>(
    `select account_id as "accountId", id as "numberId" from numbers
      where account_id = any($1::uuid[]) and link_status = 'linked' and released_at is null`,
    [ids],
  );
  return [
    ...numbers.map((number) => ({
      ...jobOf(configureCalls, number),
      queue_name: configureCalls.name,
      key: `configureCalls ${number.numberId}`,
    })),
    ...ids.map((accountId) => jobOf(checkFigures, { accountId })),
  ];
}

function jobOf({ name, maxAttempts }: JobKind, payload: Record<string, string>) {
  const now = new Date();
  return {
    identifier: name,
    payload,
    priority: 0,
    run_at: now,
    attempts: 0,
    max_attempts: maxAttempts,
    created_at: now,
    flags: { [name]: true },
  };
}

async function insertJobs(to: pg.Client, jobs: unknown[]): Promise<void> {
  const given = [JSON.stringify(jobs)];
  const specs = `jsonb_to_recordset($1::jsonb) as spec (identifier text, queue_name text, payload json, priority smallint,
    run_at timestamptz, attempts smallint, max_attempts smallint, last_error text, created_at timestamptz, key text, flags jsonb)`;
  await to.query(
    `insert into ${TASKS} (identifier) select distinct identifier from ${specs} on conflict (identifier) do nothing`,
    given,
  );
  await to.query(
    `insert into ${QUEUES} (queue_name) select distinct queue_name from ${specs} where queue_name is not null
         on conflict (queue_name) do nothing`,
    given,
  );
  await to.query(
    `insert into ${STORED_JOBS} (job_queue_id, task_id, payload, priority, run_at, attempts, max_attempts, last_error, created_at, key, flags)
     select queues.id, tasks.id, spec.payload, spec.priority, spec.run_at, spec.attempts, spec.max_attempts, spec.last_error,
            spec.created_at, spec.key, spec.flags
       from ${specs}
       join ${TASKS} tasks on tasks.identifier = spec.identifier
       left join ${QUEUES} queues on queues.queue_name = spec.queue_name
         on conflict (key) do nothing`,
    given,
  );
}

export async function removeJobs(from: pg.Client, ids: string[]): Promise<void> {
  await from.query(`delete from ${STORED_JOBS} where ${THEIRS}`, [ids]);
}
