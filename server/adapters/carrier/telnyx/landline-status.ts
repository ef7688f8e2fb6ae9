import type { IneligibleReason, LandlineProgress } from '../port-landlines.ts';

/** THE table of Telnyx's statuses of an order (MessagingHostedNumberOrder). `successful` needs the number's id too. */
export const telnyxOrderStatuses: Readonly<Record<string, LandlineProgress | 'successful'>> = {
  pending: { progress: 'waiting' },
  provisioning: { progress: 'waiting' },
  loa_file_successful: { progress: 'waiting' },
  successful: 'successful',
  failed: { progress: 'rejected', reason: 'failed' },
  carrier_rejected: { progress: 'rejected', reason: 'carrierRefused' },
  compliance_review_failed: { progress: 'rejected', reason: 'letterRefused' },
  incomplete_documentation: { progress: 'rejected', reason: 'documentsMissing' },
  incorrect_billing_information: { progress: 'rejected', reason: 'billRefused' },
  ineligible_carrier: { progress: 'rejected', reason: 'notEligible' },
  loa_file_invalid: { progress: 'rejected', reason: 'letterRefused' },
  deleted: { progress: 'gone' },
};

/** The same for the number within the order (HostedNumber); where it says more than the order, it counts. */
export const telnyxNumberStatuses: Readonly<Record<string, LandlineProgress | 'successful'>> = {
  pending: { progress: 'waiting' },
  provisioning: { progress: 'waiting' },
  ownership_successful: { progress: 'proven' },
  successful: 'successful',
  failed: { progress: 'rejected', reason: 'failed' },
  failed_activation: { progress: 'rejected', reason: 'failed' },
  failed_carrier_rejected: { progress: 'rejected', reason: 'carrierRefused' },
  failed_ineligible_carrier: { progress: 'rejected', reason: 'notEligible' },
  failed_number_already_hosted: { progress: 'rejected', reason: 'alreadyLinked' },
  failed_number_not_found: { progress: 'rejected', reason: 'numberUnknown' },
  failed_ownership_verification: { progress: 'rejected', reason: 'ownershipUnproven' },
  failed_timeout: { progress: 'rejected', reason: 'timedOut' },
  deleted: { progress: 'gone' },
};

/** EligibilityNumberResponse.eligible_status; null: about us, not about the number. */
const ineligible: Readonly<Record<string, IneligibleReason | null>> = {
  number_can_not_be_repeated: 'inUse',
  number_can_not_be_validated: 'carrier',
  number_can_not_be_wireless: 'mobile',
  number_can_not_be_active_in_your_account: 'inUse',
  number_can_not_hosted_with_a_telnyx_subscriber: 'inUse',
  number_can_not_be_in_telnyx: 'inUse',
  number_is_not_a_us_number: 'country',
  number_is_not_a_valid_routing_number: 'invalid',
  number_is_not_in_e164_format: 'invalid',
  billing_account_check_failed: null,
  billing_account_is_abolished: null,
};

/** The definition writes capitals, the guide small letters. */
export function telnyxIneligibility(status: string): IneligibleReason | null {
  return ineligible[status.toLowerCase()] ?? null;
}
