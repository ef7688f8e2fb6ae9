import type pg from 'pg';

export interface JobRow {
  id: string;
  key: string | null;
  run_at: Date;
  payload: Record<string, unknown>;
}

/** What waits of one kind. Nothing is rescheduled: of the queue's public functions this is the one that shows payloads. */
export async function waitingJobs(pool: pg.Pool, task: string): Promise<JobRow[]> {
  const { rows } = await pool.query<JobRow>(
    `select * from graphile_worker.reschedule_jobs(
       array(select id from graphile_worker.jobs where task_identifier = $1))`,
    [task],
  );
  return rows;
}

/** Makes them due now, whenever they were to run, and notifies workers, as of new jobs. */
export async function runNow(pool: pg.Pool, jobs: JobRow[]): Promise<void> {
  await pool.query('select graphile_worker.reschedule_jobs($1::bigint[], run_at := now())', [
    jobs.map(({ id }) => id),
  ]);
  await pool.query(
    `select pg_notify('jobs:insert', json_build_object('r', random(), 'count', $1::int)::text)`,
    [jobs.length],
  );
}

/** Makes the newest job of its kind fail for good. */
export async function failNewest(pool: pg.Pool, task: string, error: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from graphile_worker.permanently_fail_jobs(
       array(select max(id) from graphile_worker.jobs where task_identifier = $1), $2)`,
    [task, error],
  );
  return String(rows[0]?.id);
}

export async function removeWaiting(pool: pg.Pool): Promise<void> {
  await pool.query('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))');
}
