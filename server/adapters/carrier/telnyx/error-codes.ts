import type { DeliveryErrorCode } from '../../../../contract/delivery-error.ts';

/**
 * Telnyx's codes in our words (developers.telnyx.com/docs/messaging/messages/error-codes). 40001 to 40015 come with
 * receipts, the others with the answer to a send. What is not listed is `unknown_error`.
 */
export const telnyxErrorCodes: ReadonlyMap<string, DeliveryErrorCode> = new Map([
  ['10001', 'not_textable'], // inactive phone number
  ['10002', 'invalid_recipient'],
  ['10009', 'carrier_account'], // authentication
  ['10010', 'carrier_account'], // authorization
  ['10011', 'carrier_busy'], // too many requests
  ['10016', 'invalid_recipient'], // not E.164
  ['10039', 'carrier_account'], // the account level allows verified numbers only
  ['40001', 'not_textable'], // landline or not routable
  ['40002', 'filtered'], // spam, for now
  ['40003', 'filtered'], // spam, for good
  ['40005', 'expired'],
  ['40006', 'unreachable'],
  ['40009', 'filtered'], // wording refused by the recipient's carrier
  ['40010', 'number_not_registered'], // number not registered for 10DLC
  ['40011', 'carrier_busy'],
  ['40012', 'invalid_recipient'],
  ['40013', 'sender_not_usable'],
  ['40014', 'expired'], // in the queue
  ['40015', 'filtered'], // by Telnyx itself
  ['40300', 'opted_out'],
  ['40302', 'too_long'],
  ['40305', 'sender_not_usable'],
  ['40309', 'region_blocked'],
  ['40310', 'invalid_recipient'],
  ['40317', 'media_refused'],
  ['40318', 'carrier_busy'], // the queue is full
]);

export function errorCodeOf(code: string | null): DeliveryErrorCode {
  return (code === null ? undefined : telnyxErrorCodes.get(code)) ?? 'unknown_error';
}
