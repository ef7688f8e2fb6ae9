import { type Db, inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { deleteJob, holdFailed, rescheduleJob } from '../../jobs/failed-jobs.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { findAccount } from './account-store.ts';
import { recordStaff } from './record-staff.ts';

const ways = {
  retry: { settle: rescheduleJob, action: 'staff.jobRetried' },
  discard: { settle: deleteJob, action: 'staff.jobDiscarded' },
} as const;

/** Whoever's it is reads it; the few jobs that are about no account stand in the log of the staff's own alone. */
export function settleJob(
  db: Db,
  deps: Pick<Deps, 'newId' | 'clock'>,
  staff: Actor,
  { id, reason, way }: { id: string; reason: string; way: keyof typeof ways },
): Promise<void> {
  const { settle, action } = ways[way];
  return inTransaction(db, async (tx) => {
    const job = await holdFailed(tx, id);
    if (job === null) throw new Failure('not_found');
    await settle(tx, id);
    const done = { action, subject: job.task, details: { jobId: id, reason } };
    // The account may have been erased since.
    const account = job.accountId === null ? undefined : await findAccount(tx, job.accountId);
    if (account === undefined) await recordAudit(tx, deps, staff, done);
    else await recordStaff(tx, deps, staff, account, done);
  });
}
