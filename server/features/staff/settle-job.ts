import { type Db, inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { deleteJob, holdFailed, rescheduleJob } from '../../queue/failed-jobs.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { removeEvents } from '../texting/receiving/carrier-events.ts';
import { holdFailedEvent, retryEvent } from '../texting/receiving/failed-events.ts';
import { findAccount } from './account-store.ts';
import { isEvent, serialOf } from './failed-work.ts';
import { recordStaff } from './record-staff.ts';

const actions = { retry: 'staff.jobRetried', discard: 'staff.jobDiscarded' } as const;
const ofJobs = { hold: holdFailed, retry: rescheduleJob, discard: deleteJob };
const ofEvents = {
  hold: holdFailedEvent,
  retry: retryEvent,
  discard: (tx: Tx, id: string) => removeEvents(tx, [id]),
};

/** The account that it is about can read it; the few jobs that are about no account are only in the staff's own log. */
export function settleJob(
  db: Db,
  deps: Pick<Deps, 'newId' | 'clock'>,
  staff: Actor,
  { id, reason, way }: { id: string; reason: string; way: keyof typeof actions },
): Promise<void> {
  const kind = isEvent(id) ? ofEvents : ofJobs;
  return inTransaction(db, async (tx) => {
    const job = await kind.hold(tx, serialOf(id));
    if (job === null) throw new Failure('not_found');
    await kind[way](tx, serialOf(id));
    const done = { action: actions[way], subject: job.task, details: { jobId: id, reason } };
    // The account may have been erased since.
    const account = job.accountId === null ? undefined : await findAccount(tx, job.accountId);
    if (account === undefined) await recordAudit(tx, deps, staff, done);
    else await recordStaff(tx, deps, staff, account, done);
  });
}
