import {
  type Automation,
  MAX_AUTOMATIONS,
  NOT_BEFORE_STAGE,
  STAGE_MISSING,
  whatIsWrongWithOffset,
} from '../../../contract/automations.ts';
import type { BodyOf } from '../../../contract/route.ts';
import type * as routes from '../../../contract/routes.ts';
import type { Db, Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure, invalidField } from '../../failure.ts';
import type { Session } from '../../http/session.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { knownStageIds } from '../hiring/records/stage-entries.ts';
import { findSeat } from '../team/seats/store.ts';
import {
  type AutomationFields,
  type AutomationRow,
  findAutomation,
  insertAutomation,
  listAutomations,
  lockAutomations,
  markDeleted,
  updateAutomation,
} from './automation-store.ts';

interface Who {
  session: Session;
  actor: Actor;
}

export async function addAutomation(
  tx: Tx,
  deps: Deps,
  { session, actor }: Who,
  fields: BodyOf<typeof routes.createAutomation>,
): Promise<Automation> {
  await lockAutomations(tx, session);
  if ((await listAutomations(tx, session)).length >= MAX_AUTOMATIONS)
    throw new Failure('automations_used_up');
  await requireThere(tx, session, fields);
  const at = deps.clock();
  const added = { ...fields, id: deps.newId(), createdAt: at, updatedAt: at };
  await insertAutomation(tx, session, added);
  await record(tx, deps, actor, 'automation.created', added);
  return presentAutomation(added);
}

export async function changeAutomation(
  tx: Tx,
  deps: Deps,
  { session, actor }: Who,
  { id, ...changes }: BodyOf<typeof routes.updateAutomation> & { id: string },
): Promise<Automation> {
  await lockAutomations(tx, session);
  const before = await findAutomation(tx, session, id);
  if (before === undefined) throw new Failure('not_found');
  const asked = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  ) as Partial<AutomationFields>;
  const after: AutomationRow = { ...before, ...asked, updatedAt: deps.clock() };
  requireFitting(after);
  await requireThere(tx, session, asked);
  await updateAutomation(tx, session.accountId, after, { isTurnedOn: after.enabled && !before.enabled });
  await record(tx, deps, actor, 'automation.changed', after);
  return presentAutomation(after);
}

export async function removeAutomation(
  tx: Tx,
  deps: Deps,
  { session, actor }: Who,
  id: string,
): Promise<void> {
  await lockAutomations(tx, session);
  const automation = await findAutomation(tx, session, id);
  if (automation === undefined) throw new Failure('not_found');
  await markDeleted(tx, session.accountId, id, deps.clock());
  await record(tx, deps, actor, 'automation.deleted', automation);
}

/** What the contract checks for a new one, for one that was changed. */
function requireFitting(automation: AutomationRow): void {
  const wrong = whatIsWrongWithOffset(automation);
  if (wrong !== null) throw invalidField('offsetMinutes', wrong);
  if (automation.type !== 'stageMessage') return;
  if (automation.timing === 'before') throw invalidField('timing', NOT_BEFORE_STAGE);
  if (automation.jobStageIds.length === 0) throw invalidField('jobStageIds', STAGE_MISSING);
}

export async function requireThere(
  db: Db,
  { accountId }: Session,
  { jobStageIds, senderSeatId }: Partial<Pick<AutomationFields, 'jobStageIds' | 'senderSeatId'>>,
): Promise<void> {
  if (senderSeatId != null && (await findSeat(db, accountId, senderSeatId)) === undefined)
    throw invalidField('senderSeatId', 'This seat is gone. Choose another one.');
  if (jobStageIds === undefined || jobStageIds.length === 0) return;
  const known = await knownStageIds(db, accountId, jobStageIds);
  if (!jobStageIds.every((id) => known.has(id)))
    throw invalidField('jobStageIds', 'A stage is gone. Choose the stages again.');
}

function record(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  action: 'automation.created' | 'automation.changed' | 'automation.deleted',
  { id, name }: { id: string; name: string },
): Promise<void> {
  return recordAudit(tx, deps, actor, { action, subjectId: id, subject: name });
}

export function presentAutomation({ createdAt, updatedAt, ...automation }: AutomationRow): Automation {
  return { ...automation, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
