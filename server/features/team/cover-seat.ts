import { personName } from '../../../contract/person-name.ts';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { publish } from '../../live/publish.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { assignThreads } from '../texting/conversations/seat-threads.ts';
import { findMember } from '../users/membership-store.ts';
import { findSeat, findSeatOf, updateSeat } from './seats/store.ts';

/**
 * A colleague reads and answers what arrives for a seat that no one has, until someone has it. Null: no one does. The caller
 * holds the account.
 */
export async function coverSeat(
  tx: Tx,
  deps: Pick<Deps, 'newId' | 'clock'>,
  actor: Actor,
  wanted: { seatId: string; userId: string | null },
): Promise<void> {
  const { accountId } = actor;
  const { seatId, userId } = wanted;
  const seat = await findSeat(tx, accountId, seatId);
  if (seat === undefined) throw new Failure('not_found');
  const colleague = userId === null ? null : await findMember(tx, accountId, userId);
  // People without a seat can't sign in.
  if (colleague === undefined || (userId !== null && (await findSeatOf(tx, accountId, userId)) === undefined))
    throw new Failure('not_found');
  if (colleague?.isService) throw new Failure('not_for_services');
  if (seat.status !== 'available' && seat.status !== 'pendingInvitation') throw new Failure('seat_not_free');
  if (seat.coveredBy === userId) return;
  await updateSeat(tx, accountId, seatId, { coveredBy: userId });
  await assignThreads(tx, accountId, {
    ...{ seatId, from: seat.coveredBy, to: userId },
    ...{ actorId: actor.userId, at: deps.clock() },
  });
  await recordAudit(tx, deps, actor, {
    action: 'seat.covered',
    subjectId: seatId,
    details: { by: colleague ? personName(colleague) : undefined },
  });
  await publish(tx, [{ accountId, kind: 'seat.updated', subjectId: seatId }]);
}
