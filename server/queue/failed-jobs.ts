import { sql } from 'kysely';
import type { Db, ReadDb } from '../db/connection.ts';
import { lockNamed } from '../db/lock-named.ts';

/*
 * Jobs that have used up their tries, of all accounts. The queue's own functions and its view return all but the payload,
 * which names the account: for that its private table is read (decision 33).
 */

export interface FailedJobRow {
  id: string;
  task: string;
  accountId: string | null;
  attempts: number;
  createdAt: Date;
  failedAt: Date;
  error: string;
}

const MOST = '9223372036854775807';

/** Newest first. The payload of any job about an account has the account's id. */
export async function listFailed(
  db: ReadDb,
  page: { before: string | null; limit: number },
): Promise<FailedJobRow[]> {
  const { rows } = await sql<FailedJobRow>`
    select jobs.id, jobs.task_identifier as task, work.payload->>'accountId' as "accountId",
           jobs.attempts::int as attempts, jobs.created_at as "createdAt", jobs.updated_at as "failedAt",
           jobs.last_error as error
      from graphile_worker.jobs as jobs
      join graphile_worker._private_jobs as work on work.id = jobs.id
     where jobs.attempts >= jobs.max_attempts and jobs.locked_at is null and jobs.last_error is not null
       and jobs.id < ${page.before ?? MOST}::bigint
     order by jobs.id desc limit ${page.limit}`.execute(db);
  return rows;
}

/** Locked until the transaction ends; null when it has not failed, or is gone. */
export async function holdFailed(
  db: Db,
  id: string,
): Promise<Pick<FailedJobRow, 'task' | 'accountId'> | null> {
  await lockNamed(db, `failed job ${id}`);
  const { rows } = await sql<Pick<FailedJobRow, 'task' | 'accountId'>>`
    select jobs.task_identifier as task, work.payload->>'accountId' as "accountId"
      from graphile_worker.jobs as jobs
      join graphile_worker._private_jobs as work on work.id = jobs.id
     where jobs.id = ${id}::bigint and jobs.attempts >= jobs.max_attempts and jobs.locked_at is null
       and jobs.last_error is not null`.execute(db);
  return rows[0] ?? null;
}

export async function rescheduleJob(db: Db, id: string): Promise<void> {
  await sql`select graphile_worker.reschedule_jobs(array[${id}::bigint], run_at := now(), attempts := 0)`.execute(
    db,
  );
}

/**
 * A job whose key was given to a later one while it ran, and whose worker was killed: the queue keeps it, tries it no more, and
 * doesn't report it. The later one does its work.
 */
export async function removeSuperseded(db: Db): Promise<void> {
  await sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
       where attempts >= max_attempts and locked_at is null and last_error is null
         and key is null and queue_name is not null
       limit 1000))`.execute(db);
}

/** Jobs of kinds that there are no more. */
export async function removeRetired(db: Db, kinds: string[]): Promise<void> {
  await sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs where task_identifier = any(${kinds}) and locked_at is null limit 1000))`.execute(
    db,
  );
}

export async function deleteJob(db: Db, id: string): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array[${id}::bigint])`.execute(db);
}
