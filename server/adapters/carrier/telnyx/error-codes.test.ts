import { expect, it } from 'vitest';
import { deliveryErrors } from '../../../../contract/delivery-error.ts';
import { errorCodeOf, telnyxErrorCodes } from './error-codes.ts';

it.each([
  ['10002', 'invalid_recipient'],
  ['40012', 'invalid_recipient'],
  ['40310', 'invalid_recipient'],
  ['40001', 'not_textable'],
  ['40006', 'unreachable'],
  ['40300', 'opted_out'],
  ['40002', 'filtered'],
  ['40003', 'filtered'],
  ['40015', 'filtered'],
  ['40302', 'too_long'],
  ['40317', 'media_refused'],
  ['40013', 'sender_not_usable'],
  ['40305', 'sender_not_usable'],
  ['40010', 'number_not_registered'],
  ['40309', 'region_blocked'],
  ['10009', 'carrier_account'],
  ['10039', 'carrier_account'],
  ['10011', 'carrier_busy'],
  ['40011', 'carrier_busy'],
  ['40005', 'expired'],
  ['40014', 'expired'],
  ['40008', 'unknown_error'],
  ['constructor', 'unknown_error'],
  [null, 'unknown_error'],
])('%s is %s', (code, expected) => {
  expect(errorCodeOf(code)).toBe(expected);
});

it('has words for every code it maps to', () => {
  for (const code of telnyxErrorCodes.values()) expect(deliveryErrors).toHaveProperty(code);
});
