import type { DeliveryErrorCode } from '../../../../contract/delivery-error.ts';

/**
 * Twilio's codes in our words (twilio.com/docs/api/errors). Twilio says that codes may change without notice, so what
 * is not listed is `unknown_error` and nothing but the wording shown to people hangs on most of them.
 */
export const twilioErrorCodes: ReadonlyMap<number, DeliveryErrorCode> = new Map([
  [20003, 'carrier_account'], // authentication
  [20429, 'carrier_busy'], // too many requests
  [21211, 'invalid_recipient'],
  [21212, 'sender_not_usable'], // From is malformed
  [21266, 'invalid_recipient'], // To is From
  [21408, 'region_blocked'],
  [21601, 'sender_not_usable'], // number can't send texts
  [21603, 'sender_not_usable'], // no From
  [21604, 'invalid_recipient'], // no To
  [21606, 'sender_not_usable'], // From is not a number of the account
  [21608, 'carrier_account'], // trial accounts text verified numbers only
  [21610, 'opted_out'],
  [21611, 'carrier_busy'], // the queue of the From number (10 hours) is full
  [21612, 'not_textable'], // no route between the pair
  [21614, 'not_textable'], // not a mobile number
  [21617, 'too_long'],
  [21620, 'media_refused'], // address of the media is malformed
  [21623, 'media_refused'], // more than 10
  [30001, 'carrier_busy'], // queue overflow
  [30002, 'carrier_account'], // suspended
  [30003, 'unreachable'],
  [30004, 'filtered'], // blocked
  [30005, 'not_textable'], // unknown handset
  [30006, 'not_textable'], // landline or unreachable carrier
  [30007, 'filtered'],
  [30011, 'media_refused'], // MMS not supported by the recipient's carrier
  [30019, 'media_refused'], // over the size the recipient's carrier takes
  [30022, 'carrier_busy'], // the campaign's pace was exceeded
  [30023, 'daily_limit'], // the brand's daily cap at T-Mobile is reached
  [30032, 'number_not_registered'], // toll-free number not verified
  [30033, 'number_not_registered'], // 10DLC campaign suspended
  [30034, 'number_not_registered'], // number not on an approved 10DLC campaign
  [30035, 'number_not_registered'], // number on one, but still being set up
  [30036, 'expired'], // validity period ended
  [30450, 'filtered'], // pumping guard
  [30610, 'quiet_hours'],
  [30640, 'not_textable'], // known litigator
]);

export function errorCodeOf(code: number | null): DeliveryErrorCode {
  return (code === null ? undefined : twilioErrorCodes.get(code)) ?? 'unknown_error';
}
