import type pg from 'pg';

/** Jobs as they are stored, with what they carry. */
export const STORED_JOBS = 'graphile_worker._private_jobs';

interface QueueState {
  kind: string;
  /** Due and not started. */
  waiting: number;
  /** For how long the oldest of them has been due. */
  seconds: number;
  failed: number;
}

/** One pass over the queue: its view doesn't say what can start, its private table does (decision 33). */
export async function readQueue(pool: pg.Pool): Promise<QueueState[]> {
  const { rows } = await pool.query<QueueState>(
    `select tasks.identifier as kind,
            count(*) filter (where due)::int as waiting,
            coalesce(extract(epoch from now() - min(run_at) filter (where due)), 0)::float8 as seconds,
            count(*) filter (where attempts >= max_attempts and locked_at is null and last_error is not null)::int as failed
       from (select *, is_available and run_at <= now() as due from graphile_worker._private_jobs) as jobs
       join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
      group by tasks.identifier`,
  );
  return rows;
}
