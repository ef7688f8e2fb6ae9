import { z } from 'zod';
import type { Tx } from '../../../db/connection.ts';
import { publish } from '../../../live/publish.ts';
import { enqueue, jobKind } from '../../../queue/job.ts';
import { deleteInvitation } from './invitation-store.ts';
import { updateSeat } from './store.ts';

/** Someone got a seat that was free: its unassigned threads are theirs now. */
export const seatTaken = jobKind({
  name: 'seatTaken',
  payload: z.object({ accountId: z.uuid(), seatId: z.uuid() }),
  maxAttempts: 25,
});

/** The caller holds the account's row, and has looked at the seat's status. */
export async function giveSeat(
  tx: Tx,
  seat: { accountId: string; seatId: string; userId: string },
): Promise<void> {
  const { accountId, seatId, userId } = seat;
  await deleteInvitation(tx, accountId, seatId);
  await updateSeat(tx, accountId, seatId, { status: 'used', userId, pendingEmail: null });
  await enqueue(tx, [{ kind: seatTaken, payload: { accountId, seatId } }]);
  await publish(tx, [{ accountId, kind: 'seat.updated', subjectId: seatId }]);
}
