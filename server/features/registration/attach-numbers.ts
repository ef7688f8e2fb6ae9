import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { publish } from '../../live/publish.ts';
import { needsRegistration } from './rules.ts';
import { findRegistration, listNumbers, lockPresentRegistration, setRegistered } from './store.ts';

/** Attaches the account's US numbers to its approved campaign. Those under way are looked at again by the next call. */
export async function attachNumbers(deps: Deps, accountId: string): Promise<{ isUnderWay: boolean }> {
  const { registrar } = deps;
  const row = await findRegistration(deps.db, accountId);
  if (registrar === null || row?.state !== 'approved' || row.campaignId === null)
    return { isUnderWay: false };
  const { reference, campaignId } = row;
  let isUnderWay = false;
  for (const number of await listNumbers(deps.db, accountId)) {
    const { id, seatId, phoneNumber, carrierNumberId, registeredAt } = number;
    if (registeredAt !== null || carrierNumberId === null || !needsRegistration(phoneNumber)) continue;
    const attached = await registrar
      .attachNumber({ reference, campaignId, phoneNumber, carrierNumberId })
      .catch((error: unknown) => {
        deps.log.warn({ err: error, numberId: id }, 'a number could not be attached to its campaign');
        return { outcome: 'pending' as const };
      });
    if (attached.outcome === 'refused')
      deps.log.error(
        { numberId: id, detail: attached.detail.replace(/\d{7,}/g, '…') },
        'a number was refused by its campaign',
      );
    if (attached.outcome === 'pending') isUnderWay = true;
    if (attached.outcome !== 'attached') continue;
    await inTransaction(deps.db, async (tx) => {
      // Suspended while the carrier was asked: then nothing may text.
      const now = await lockPresentRegistration(tx, accountId);
      if (now?.state === 'approved') await setRegistered(tx, accountId, id, deps.clock());
      if (seatId !== null) await publish(tx, [{ accountId, kind: 'seat.updated', subjectId: seatId }]);
    });
    deps.signals.raise('live_events');
  }
  return { isUnderWay };
}
