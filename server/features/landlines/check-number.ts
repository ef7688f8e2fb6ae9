import type { IneligibleReason } from '../../adapters/carrier/port.ts';
import type { Deps } from '../../deps.ts';
import { Failure, invalidField } from '../../failure.ts';
import { parsePhone } from '../../phone.ts';
import { isTaken } from './claim-store.ts';
import { isTollFree, mayBeInService } from './rules.ts';
import { findKept } from './store.ts';

const sentences: Record<Exclude<IneligibleReason, 'inUse'>, string> = {
  mobile: "You can't use a mobile number. Enter a landline.",
  tollFree: "You can't use a toll-free number. Enter a local number.",
  country: "You can use only US numbers. If you don't have one, get a new number instead.",
  invalid: 'Must be a valid phone number',
  carrier:
    "Numbers from this phone company can't be used for texting. Try another landline, or get a new number.",
};

const refusal = (reason: IneligibleReason): Failure =>
  reason === 'inUse' ? new Failure('landline_in_use') : invalidField('phoneNumber', sentences[reason]);

/** The number as E.164; throws a Failure with the reason if it can't be used. */
export async function checkNumber(
  deps: Deps,
  input: string,
  asker: { accountId: string; seatId: string | null },
): Promise<string> {
  const phoneNumber = parsePhone(input);
  if (phoneNumber === null || !mayBeInService(phoneNumber)) throw refusal('invalid');
  if (isTollFree(phoneNumber)) throw refusal('tollFree');
  if (await isTaken(deps.db, phoneNumber, asker)) throw refusal('inUse');
  // The carrier already has an order from them for it, which continues.
  if ((await findKept(deps.db, asker.accountId, phoneNumber)) !== undefined) return phoneNumber;
  const eligibility = await deps.carrier.landline.checkEligibility(phoneNumber).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'the carrier could not be asked whether a number can text as a landline');
    throw new Failure('carrier_unavailable');
  });
  if (!eligibility.eligible) throw refusal(eligibility.reason);
  return phoneNumber;
}
