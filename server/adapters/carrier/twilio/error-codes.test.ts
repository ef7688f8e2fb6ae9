import { expect, it } from 'vitest';
import { deliveryErrors } from '../../../../contract/delivery-error.ts';
import { errorCodeOf, twilioErrorCodes } from './error-codes.ts';

it.each([
  [21211, 'invalid_recipient'],
  [21266, 'invalid_recipient'],
  [21612, 'not_textable'],
  [21614, 'not_textable'],
  [30005, 'not_textable'],
  [30006, 'not_textable'],
  [30003, 'unreachable'],
  [21610, 'opted_out'],
  [30004, 'filtered'],
  [30007, 'filtered'],
  [21617, 'too_long'],
  [21623, 'media_refused'],
  [21606, 'sender_not_usable'],
  [21212, 'sender_not_usable'],
  [30032, 'number_not_registered'],
  [30033, 'number_not_registered'],
  [30034, 'number_not_registered'],
  [30035, 'number_not_registered'],
  [30023, 'daily_limit'],
  [21408, 'region_blocked'],
  [30610, 'quiet_hours'],
  [20003, 'carrier_account'],
  [21608, 'carrier_account'],
  [30002, 'carrier_account'],
  [20429, 'carrier_busy'],
  [21611, 'carrier_busy'],
  [30001, 'carrier_busy'],
  [30036, 'expired'],
  [30008, 'unknown_error'],
  [99999, 'unknown_error'],
  [Number.NaN, 'unknown_error'],
  [null, 'unknown_error'],
])('%s is %s', (code, expected) => {
  expect(errorCodeOf(code)).toBe(expected);
});

it('has words for every code it maps to', () => {
  for (const code of twilioErrorCodes.values()) expect(deliveryErrors).toHaveProperty(code);
});
