import type pg from 'pg';
import { STORED_JOBS } from './queue-state.ts';

/* The queue has no column for the account: its jobs are those that name it in what they carry. Mails carry themselves, and stay. */

const THEIRS = `payload->>'accountId' = any($1::text[])`;
const TASKS = 'graphile_worker._private_tasks';
const SPECS = `jsonb_to_recordset($1::jsonb) as spec (identifier text, queue_name text, payload json, priority smallint,
    run_at timestamptz, attempts smallint, max_attempts smallint, last_error text, created_at timestamptz, key text, flags jsonb)`;
const QUEUES = 'graphile_worker._private_job_queues';

/** Their kinds, while they are being done. */
export async function listRunningOf(from: pg.Client, ids: string[]): Promise<string[]> {
  const { rows } = await from.query<{ kind: string }>(
    `select distinct tasks.identifier as kind from ${STORED_JOBS} jobs join ${TASKS} tasks on tasks.id = jobs.task_id
      where locked_at is not null and ${THEIRS} order by 1`,
    [ids],
  );
  return rows.map(({ kind }) => kind);
}

/** Those that wait. */
export async function readJobsOf(from: pg.Client, ids: string[]): Promise<unknown[]> {
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
  return rows[0]?.jobs ?? [];
}

export async function insertJobs(to: pg.Client, jobs: unknown[]): Promise<void> {
  const given = [JSON.stringify(jobs)];
  await to.query(
    `insert into ${TASKS} (identifier) select distinct identifier from ${SPECS} on conflict (identifier) do nothing`,
    given,
  );
  await to.query(
    `insert into ${QUEUES} (queue_name) select distinct queue_name from ${SPECS} where queue_name is not null
         on conflict (queue_name) do nothing`,
    given,
  );
  await to.query(
    `insert into ${STORED_JOBS} (job_queue_id, task_id, payload, priority, run_at, attempts, max_attempts, last_error, created_at, key, flags)
     select queues.id, tasks.id, spec.payload, spec.priority, spec.run_at, spec.attempts, spec.max_attempts, spec.last_error,
            spec.created_at, spec.key, spec.flags
       from ${SPECS}
       join ${TASKS} tasks on tasks.identifier = spec.identifier
       left join ${QUEUES} queues on queues.queue_name = spec.queue_name
         on conflict (key) do nothing`,
    given,
  );
}

export async function removeJobsOf(from: pg.Client, ids: string[]): Promise<void> {
  await from.query(`delete from ${STORED_JOBS} where ${THEIRS}`, [ids]);
}
