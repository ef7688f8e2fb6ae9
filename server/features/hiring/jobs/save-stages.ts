import { MAX_JOB_STAGES } from '../../../../contract/jobs.ts';
import { reorder } from '../../../../contract/reorder.ts';
import type { BodyOf } from '../../../../contract/route.ts';
import type * as routes from '../../../../contract/routes.ts';
import type { Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { Failure } from '../../../failure.ts';
import { type Actor, recordAudit } from '../../audit/record-audit.ts';
import {
  deleteStage,
  insertStages,
  listStages,
  lockStages,
  type StageRow,
  setStageOrder,
  updateStage,
} from './store.ts';

export async function addStage(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  { name, kind, order }: BodyOf<typeof routes.createJobStage>,
): Promise<StageRow> {
  const { accountId } = actor;
  await lockStages(tx, accountId);
  const ids = (await listStages(tx, accountId)).map((stage) => stage.id);
  if (ids.length >= MAX_JOB_STAGES) throw new Failure('stages_used_up');
  const id = deps.newId();
  ids.splice((order ?? MAX_JOB_STAGES) - 1, 0, id);
  const stage = { id, name, kind, order: ids.indexOf(id) + 1 };
  await insertStages(tx, accountId, [stage]);
  await setStageOrder(tx, accountId, ids);
  await recordAudit(tx, deps, actor, { action: 'jobStage.created', subjectId: id, subject: name });
  return stage;
}

export async function changeStage(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  id: string,
  { name, kind }: BodyOf<typeof routes.updateJobStage>,
): Promise<StageRow> {
  const { before } = await requireStage(tx, actor.accountId, id);
  const after = { ...before, name: name ?? before.name, kind: kind ?? before.kind };
  if (after.name === before.name && after.kind === before.kind) return before;
  await updateStage(tx, actor.accountId, after);
  await recordAudit(tx, deps, actor, { action: 'jobStage.changed', subjectId: id, subject: after.name });
  return after;
}

export async function removeStage(tx: Tx, deps: Deps, actor: Actor, id: string): Promise<void> {
  const { before, others } = await requireStage(tx, actor.accountId, id);
  if (others === 0) throw new Failure('last_stage');
  if (!(await deleteStage(tx, actor.accountId, id))) throw new Failure('stage_in_use');
  await recordAudit(tx, deps, actor, { action: 'jobStage.deleted', subjectId: id, subject: before.name });
}

export async function reorderStages(tx: Tx, deps: Deps, actor: Actor, ids: string[]): Promise<void> {
  const { accountId } = actor;
  await lockStages(tx, accountId);
  const current = (await listStages(tx, accountId)).map((stage) => stage.id);
  const ordered = reorder(current, ids);
  if (ordered.every((id, place) => id === current[place])) return;
  await setStageOrder(tx, accountId, ordered);
  await recordAudit(tx, deps, actor, { action: 'jobStage.reordered' });
}

async function requireStage(tx: Tx, accountId: string, id: string) {
  await lockStages(tx, accountId);
  const stages = await listStages(tx, accountId);
  const before = stages.find((stage) => stage.id === id);
  if (before === undefined) throw new Failure('not_found');
  return { before, others: stages.length - 1 };
}
