import type { RegistrationFinding } from '../../../contract/registration.ts';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { publish } from '../../live/publish.ts';
import { nextLookAt, nextState, type RegistrationEvent } from './rules.ts';
import {
  changeRegistration,
  findRegistration,
  type RegistrationChange,
  type RegistrationRow,
  recordChange,
  unregisterAll,
} from './store.ts';

/**
 * One step in the table of states, stored with its other changes. The row must be locked. Null: it changes nothing.
 */
export async function changeState(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'newId' | 'registrar'>,
  row: RegistrationRow,
  event: RegistrationEvent,
  more: { change?: RegistrationChange; findings?: RegistrationFinding[]; userId?: string } = {},
): Promise<RegistrationRow | null> {
  const state = nextState(row.state, event);
  if (state === null) return null;
  const at = deps.clock();
  const rejectedStage =
    state !== 'rejected' ? null : event === 'brandRejected' ? ('brand' as const) : ('campaign' as const);
  const findings = state === 'rejected' || state === 'suspended' ? (more.findings ?? []) : [];
  await changeRegistration(tx, row.accountId, {
    ...more.change,
    state,
    rejectedStage,
    findings,
    changedAt: at,
    lookAt: nextLookAt({ state, changedAt: at }, at, deps.registrar),
  });
  await recordChange(tx, row.accountId, { id: deps.newId(), state, userId: more.userId ?? null, at });
  if (row.state === 'approved') {
    const seatIds = await unregisterAll(tx, row.accountId);
    await publish(
      tx,
      seatIds.map((subjectId) => ({ accountId: row.accountId, kind: 'seat.updated' as const, subjectId })),
    );
  }
  const { draft: _draft, sealedEin: _sealed, lookAt: _look, ...kept } = more.change ?? {};
  return { ...row, ...kept, state, rejectedStage, findings, changedAt: at };
}

/** Before an account is erased: what is charged for every month ends. It throws when the carrier can't be asked. */
export async function endRegistration(deps: Deps, accountId: string): Promise<void> {
  const row = await findRegistration(deps.db, accountId);
  if (row?.campaignId == null) return;
  if (deps.registrar === null)
    deps.log.warn({ reference: row.reference }, 'a campaign has to be ended at its carrier by hand');
  else await deps.registrar.endCampaign(row.campaignId);
}
