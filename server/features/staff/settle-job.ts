import { type Db, inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { deleteJob, holdFailed, rescheduleJob } from './job-store.ts';

type JobDeps = Pick<Deps, 'newId' | 'clock'>;

/** Jobs are the server's own matter, so this stands in the log of the staff's account. */
export function retryJob(db: Db, deps: JobDeps, staff: Actor, id: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const task = await holdFailed(tx, id);
    if (task === null) throw new Failure('not_found');
    await rescheduleJob(tx, id);
    await recordAudit(tx, deps, staff, { action: 'staff.jobRetried', subject: task, details: { jobId: id } });
  });
}

export function discardJob(
  db: Db,
  deps: JobDeps,
  staff: Actor,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const task = await holdFailed(tx, id);
    if (task === null) throw new Failure('not_found');
    await deleteJob(tx, id);
    await recordAudit(tx, deps, staff, {
      action: 'staff.jobDiscarded',
      subject: task,
      details: { jobId: id, reason },
    });
  });
}
