import type { JobStage } from '../../../../contract/ats.ts';
import type { BodyOf } from '../../../../contract/route.ts';
import type * as routes from '../../../../contract/routes.ts';
import type { Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { Failure } from '../../../failure.ts';
import { type Actor, recordAudit } from '../../audit/record-audit.ts';
import { deleteJob, insertJob, insertStages, listStages, lockJob, lockStages, updateJob } from './store.ts';

/** What an account has with its first job. */
const FIRST_STAGES: Pick<JobStage, 'name' | 'kind'>[] = [
  { name: 'Lead', kind: 'lead' },
  { name: 'Applied', kind: 'applied' },
  { name: 'Phone screen', kind: 'screen' },
  { name: 'Interview', kind: 'interview' },
  { name: 'Offer', kind: 'offer' },
  { name: 'Hired', kind: 'hired' },
  { name: 'Rejected', kind: 'rejected' },
];

export async function addJob(tx: Tx, deps: Deps, actor: Actor, { name }: { name: string }): Promise<string> {
  const { accountId, userId } = actor;
  const id = deps.newId();
  await insertJob(tx, accountId, { id, name, createdBy: userId, at: deps.clock() });
  await lockStages(tx, accountId);
  if ((await listStages(tx, accountId)).length === 0)
    await insertStages(
      tx,
      accountId,
      FIRST_STAGES.map((stage, index) => ({ ...stage, id: deps.newId(), order: index + 1 })),
    );
  await recordAudit(tx, deps, actor, { action: 'job.created', subjectId: id, subject: name });
  return id;
}

export async function changeJob(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  id: string,
  { name, status }: BodyOf<typeof routes.updateJob>,
): Promise<void> {
  const before = await lockJob(tx, actor.accountId, id);
  if (before === undefined) throw new Failure('not_found');
  const after = { name: name ?? before.name, status: status ?? before.status };
  await updateJob(tx, actor.accountId, id, after);
  const about = { action: 'job.changed', subjectId: id, subject: after.name } as const;
  if (after.name !== before.name)
    await recordAudit(tx, deps, actor, { ...about, details: { before: before.name } });
  if (after.status !== before.status)
    await recordAudit(tx, deps, actor, { ...about, details: { status: after.status } });
}

export async function removeJob(tx: Tx, deps: Deps, actor: Actor, id: string): Promise<void> {
  const job = await lockJob(tx, actor.accountId, id);
  if (job === undefined) throw new Failure('not_found');
  if (!(await deleteJob(tx, actor.accountId, id))) throw new Failure('job_in_use');
  await recordAudit(tx, deps, actor, { action: 'job.deleted', subjectId: id, subject: job.name });
}
