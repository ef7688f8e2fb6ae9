import type { OwnedNumber } from '../../adapters/carrier/port.ts';

/** A purchase whose outcome is unknown counts as not made when the carrier still knows nothing of it after this. */
export const UNKNOWN_PURCHASE_MS = 10 * 60_000;

type NumberDecision = 'wait' | 'remove' | Pick<OwnedNumber, 'linkStatus' | 'carrierNumberId' | 'rejection'>;

/** What becomes of a number that is linking, given the carrier's status. */
export function settleNumber(
  number: { carrierNumberId: string | null; createdAt: Date },
  owned: OwnedNumber | null,
  now: Date,
): NumberDecision {
  if (owned === null) {
    const isUnknownPurchase = number.carrierNumberId === null;
    return isUnknownPurchase && now.getTime() - number.createdAt.getTime() > UNKNOWN_PURCHASE_MS
      ? 'remove'
      : 'wait';
  }
  if (owned.linkStatus === 'linking' && number.carrierNumberId !== null) return 'wait';
  const { linkStatus, carrierNumberId, rejection } = owned;
  return { linkStatus, carrierNumberId, rejection };
}
