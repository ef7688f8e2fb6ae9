import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { publish } from '../../live/publish.ts';
import { enqueueFollowing } from './follow.ts';
import { changeNumber } from './store.ts';

/** Twilio: after 30035 wait, up to a day. Until then it would answer each try that the number is attached. */
const PAUSE_MS = 3600_000;

/**
 * The carrier blocked a text because its number is on no approved campaign (Twilio's 30034), although we thought it was:
 * the number waits a while, and the registrar is asked how the campaign stands.
 */
export async function markUnregistered(
  tx: Tx,
  deps: Pick<Deps, 'registrar' | 'log' | 'clock'>,
  number: { accountId: string; numberId: string },
): Promise<void> {
  if (deps.registrar === null) return;
  deps.log.error({ numberId: number.numberId }, 'the carrier does not know a number as registered');
  const changed = await changeNumber(tx, number.accountId, number.numberId, {
    registered_at: null,
    attach_after: new Date(deps.clock().getTime() + PAUSE_MS),
  });
  if (changed?.seatId != null)
    await publish(tx, [{ accountId: number.accountId, kind: 'seat.updated', subjectId: changed.seatId }]);
  await enqueueFollowing(tx, number.accountId);
}
