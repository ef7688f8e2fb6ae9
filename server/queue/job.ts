import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../db/connection.ts';
import { recordset } from '../db/recordset.ts';

/** A kind of work that goes on after the reply: its name and the shape of its payload. */
export interface JobKind<Payload extends z.ZodType = z.ZodType> {
  name: string;
  payload: Payload;
  /** Tries before it is left over for people to look at. */
  maxAttempts: number;
}

export function jobKind<Payload extends z.ZodType>(kind: JobKind<Payload>): JobKind<Payload> {
  return kind;
}

export interface JobRequest<Payload extends z.ZodType> {
  kind: JobKind<Payload>;
  payload: z.input<Payload>;
  /** Jobs of one queue run one after the other. */
  queue?: string;
  /** A job with the same key that has not started yet is the same job; its time stays as it was. */
  key?: string;
  runAt?: Date;
}

/**
 * Always inside the transaction that decides: the job exists if and only if what it is about exists. No two requests of
 * one call may have the same key. A job with the same key whose time has not come is left in peace, which spares every
 * worker a look at the queue; the lock keeps it from starting before this transaction ends. The queue's view can't be locked,
 * so its private table is (decision 33). Its flag is what a worker skips whose lane for it is full (turns.ts).
 */
export async function enqueue<Payload extends z.ZodType>(db: Db, jobs: JobRequest<Payload>[]): Promise<void> {
  if (jobs.length === 0) return;
  let left = jobs.map((job) => ({
    identifier: job.kind.name,
    payload: job.payload,
    queueName: job.queue ?? null,
    runAt: job.runAt ?? null,
    maxAttempts: job.kind.maxAttempts,
    jobKey: job.key ?? null,
  }));
  while (left.length > 0) {
    const { rows } = await sql<{ key: string | null }>`
      with specs as materialized (
        select * from ${recordset('spec', left, { text: ['identifier', 'queueName', 'jobKey'], json: ['payload'], timestamptz: ['runAt'], smallint: ['maxAttempts'] })}
      ), waiting as materialized (
        select key from graphile_worker._private_jobs
         where key in (select job_key from specs) and locked_at is null and attempts = 0 and run_at > now()
           for share
      ), fresh as materialized (
        select array(
          select row(identifier, payload, queue_name, run_at, max_attempts, job_key, null, array[identifier])::graphile_worker.job_spec
            from specs
           where job_key is null or job_key not in (select key from waiting)) as jobs
      )
      select key from waiting
      union all
      select added.key from (select jobs from fresh where cardinality(jobs) > 0) as given
       cross join lateral graphile_worker.add_jobs(given.jobs, true) as added`.execute(db);
    const stand = new Set(rows.map((row) => row.key));
    // add_jobs leaves out a job whose namesake is starting at this very moment: now it runs, and there can be another.
    left = left.filter((spec) => spec.jobKey !== null && !stand.has(spec.jobKey));
  }
}
