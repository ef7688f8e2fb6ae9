import type { AttachOutcome } from '../../adapters/registration/port.ts';
import { isLongCode } from '../../area-codes.ts';
import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { publish } from '../../live/publish.ts';
import {
  changeNumber,
  findRegistration,
  findReleased,
  listNumbers,
  lockPresentRegistration,
} from './store.ts';

/** Attaches the account's numbers to its approved campaign. The next call checks those under way. */
export async function attachNumbers(deps: Deps, accountId: string): Promise<{ isUnderWay: boolean }> {
  const { registrar } = deps;
  const row = await findRegistration(deps.db, accountId);
  if (registrar === null || row?.state !== 'approved' || row.campaignId === null)
    return { isUnderWay: false };
  const { campaignId } = row;
  let isUnderWay = false;
  for (const number of await listNumbers(deps.db, accountId)) {
    const { phoneNumber, carrierNumberId, registeredAt, attachAfter } = number;
    if (registeredAt !== null || carrierNumberId === null || !isLongCode(phoneNumber)) continue;
    if (attachAfter !== null && attachAfter > deps.clock()) {
      isUnderWay = true;
      continue;
    }
    const outcome = await registrar
      .attachNumber({ campaignId, phoneNumber, carrierNumberId })
      .catch((error: unknown): AttachOutcome => {
        deps.log.warn({ err: error, numberId: number.id }, 'a number could not be attached to its campaign');
        return { outcome: 'pending' };
      });
    if (outcome.outcome === 'pending') isUnderWay = true;
    else await keep(deps, { accountId, campaignId }, number, outcome);
  }
  return { isUnderWay };
}

async function keep(
  deps: Deps,
  { accountId, campaignId }: { accountId: string; campaignId: string },
  { id, seatId, refusal }: { id: string; seatId: string | null; refusal: string | null },
  outcome: Exclude<AttachOutcome, { outcome: 'pending' }>,
): Promise<void> {
  const detail = outcome.outcome === 'refused' ? withoutNumbers(outcome.detail) : null;
  if (detail !== null && detail === refusal) return;
  if (detail !== null) deps.log.error({ numberId: id, detail }, 'a number was refused by its campaign');
  await inTransaction(deps.db, async (tx) => {
    // Suspended or submitted again while the carrier was asked: then nothing may text.
    const now = await lockPresentRegistration(tx, accountId);
    if (now?.state !== 'approved' || now.campaignId !== campaignId) return;
    await changeNumber(tx, accountId, id, {
      registration_refusal: detail,
      ...(detail === null ? { registered_at: deps.clock(), attach_after: null } : {}),
    });
    if (seatId !== null) await publish(tx, [{ accountId, kind: 'seat.updated', subjectId: seatId }]);
  });
}

/** Carriers repeat the number, and their own IDs for it. */
const withoutNumbers = (detail: string) =>
  detail.replace(/\+?\d{7,}|[A-Z]{2}[0-9a-f]{32}/g, '…').trim() || 'No reason.';

/** A number that was given back leaves its campaign, which has a limited size. */
export async function detachReleased(deps: Deps, accountId: string, numberId: string): Promise<void> {
  const { registrar } = deps;
  const number = await findReleased(deps.db, accountId, numberId);
  if (registrar === null || number?.carrierNumberId == null) return;
  const { phoneNumber, carrierNumberId } = number;
  const campaignId = (await findRegistration(deps.db, accountId))?.campaignId ?? null;
  if (campaignId !== null) await registrar.detachNumber({ campaignId, phoneNumber, carrierNumberId });
  await changeNumber(deps.db, accountId, numberId, { registered_at: null });
}
