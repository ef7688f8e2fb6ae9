import type { IneligibleReason, LandlineProgress } from '../port-landlines.ts';

/** THE table of Twilio's order statuses (numbers/v2, hosted_number_order_enum_status). `completed` needs the number's id too. */
export const twilioLandlineStatuses: Readonly<Record<string, LandlineProgress | 'completed'>> = {
  'twilio-processing': { progress: 'waiting' },
  received: { progress: 'waiting' },
  'pending-verification': { progress: 'waiting' },
  verified: { progress: 'proven' },
  'pending-loa': { progress: 'vendorLetter' },
  'carrier-processing': { progress: 'waiting' },
  testing: { progress: 'waiting' },
  // Twilio's support settles it with the phone company; the order goes on or fails afterwards.
  'action-required': { progress: 'waiting' },
  completed: 'completed',
  failed: { progress: 'rejected', reason: 'failed' },
};

/** numbers/v1, eligibility_enum_eligibility_sub_status; null: about us, not about the number. */
const ineligible: Readonly<Record<string, IneligibleReason | null>> = {
  'country-ineligible': 'country',
  'number-format-ineligible': 'invalid',
  'number-type-ineligible': 'mobile',
  'carrier-ineligible': 'carrier',
  'already-in-twilio': 'inUse',
  'invalid-phone-number': 'invalid',
  'internal-processing-error': null,
  'invalid-landline-account-sid': null,
};

/** The API's definition writes `carrier-ineligible`, its answers `CARRIER_INELIGIBLE`. */
const named = (status: string) => status.toLowerCase().replaceAll('_', '-');

export function twilioIneligibility(subStatus: string): IneligibleReason | null {
  return ineligible[named(subStatus)] ?? null;
}

export const isTwilioEligible = (status: string): boolean => named(status) === 'eligible';
