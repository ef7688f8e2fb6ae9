import type { BodyOf } from '../../../../contract/route.ts';
import type * as routes from '../../../../contract/routes.ts';
import type { Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { Failure, invalidField } from '../../../failure.ts';
import type { Session } from '../../../http/session.ts';
import { type Actor, recordAudit } from '../../audit/record-audit.ts';
import { isOnHold } from '../../candidates/store.ts';
import { tellThreads } from '../../candidates/tell-threads.ts';
import { requireCandidate } from '../../scheduling/interviews/save-interview.ts';
import { ensureOnboardings } from '../onboardings/from-systems.ts';
import { requireHandling } from '../records/own-applications.ts';
import { deleteApplication, insertApplication, lockApplication, setStage } from './applications-store.ts';
import { listStages, lockJob, type StageRow } from './store.ts';

interface Who {
  session: Session;
  actor: Actor;
}

export async function addApplication(
  tx: Tx,
  deps: Deps,
  { session, actor }: Who,
  { candidateId, jobId, stageId }: BodyOf<typeof routes.createApplication>,
): Promise<string> {
  const { accountId, userId } = session;
  await requireCandidate(tx, session, candidateId);
  const job = await lockJob(tx, accountId, jobId);
  if (job === undefined) throw new Failure('not_found');
  if (job.status === 'closed') throw new Failure('job_closed');
  const stage = await requireStage(tx, accountId, stageId);
  const id = deps.newId();
  const added = { id, candidateId, jobId, stageId: stage.id, createdBy: userId, at: deps.clock() };
  if (!(await insertApplication(tx, accountId, added))) throw new Failure('already_applied');
  await recordAudit(tx, deps, actor, {
    action: 'candidate.addedToJob',
    subjectId: candidateId,
    details: { job: job.name },
  });
  await onboard(tx, deps, accountId, { id, candidateId, stage });
  await tellThreads(tx, accountId, candidateId);
  return id;
}

export async function removeApplication(
  tx: Tx,
  deps: Deps,
  { session, actor }: Who,
  id: string,
): Promise<void> {
  const { accountId } = session;
  const application = await lockApplication(tx, accountId, id);
  if (application === undefined) throw new Failure('not_found');
  if (await isOnHold(tx, accountId, application.candidateId)) throw new Failure('legal_hold');
  await deleteApplication(tx, accountId, id);
  await recordAudit(tx, deps, actor, {
    action: 'candidate.removedFromJob',
    subjectId: application.candidateId,
    details: { job: application.jobName },
  });
  await tellThreads(tx, accountId, application.candidateId);
}

/** From the stage that the person saw: anyone moved meanwhile stays where they are. */
export async function moveApplication(
  tx: Tx,
  deps: Deps,
  { session, actor }: Who,
  move: { applicationId: string; stageId: string; fromStageId?: string | undefined },
): Promise<void> {
  const { accountId } = session;
  requireHandling(session);
  const application = await lockApplication(tx, accountId, move.applicationId);
  if (application === undefined) throw new Failure('not_found');
  const stage = await requireStage(tx, accountId, move.stageId);
  if (stage.id === application.stageId) return;
  if (move.fromStageId !== undefined && move.fromStageId !== application.stageId)
    throw new Failure('stage_moved');
  await setStage(tx, accountId, { id: application.id, stageId: stage.id, at: deps.clock() });
  await recordAudit(tx, deps, actor, {
    action: 'candidate.moved',
    subjectId: application.candidateId,
    details: { from: application.stageName, stage: stage.name, job: application.jobName },
  });
  await onboard(tx, deps, accountId, { ...application, stage });
  await tellThreads(tx, accountId, application.candidateId);
}

/** People who are hired start today, until someone sets a date. */
async function onboard(
  tx: Tx,
  deps: Deps,
  accountId: string,
  { id, candidateId, stage }: { id: string; candidateId: string; stage: StageRow },
): Promise<void> {
  if (stage.kind !== 'hired') return;
  const source = { applicationId: id };
  await ensureOnboardings(tx, deps, { accountId, atsType: null }, [{ candidateId, startsOn: null, source }]);
}

/** Without one, the first. */
async function requireStage(tx: Tx, accountId: string, id: string | undefined): Promise<StageRow> {
  const stages = await listStages(tx, accountId);
  const stage = id === undefined ? stages[0] : stages.find((each) => each.id === id);
  if (stage === undefined) throw invalidField('stageId', 'Choose a stage of this job');
  return stage;
}
