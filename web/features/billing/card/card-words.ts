import type { z } from 'zod';
import type { Card as CardSchema } from '../../../../contract/payments.ts';

export type Card = z.infer<typeof CardSchema>;

const brands: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** Visa ending in 4242 */
export const cardName = ({ brand, last4 }: Card): string => `${brands[brand] ?? 'Card'} ending in ${last4}`;

/** 04/2029 */
export const expiryOf = ({ expMonth, expYear }: Card): string =>
  `${String(expMonth).padStart(2, '0')}/${expYear}`;

const SOON_MS = 45 * 86_400_000;

/** Good until its month is over; null as long as that is far off. */
export function expiryState({ expMonth, expYear }: Card, now = new Date()): 'expired' | 'soon' | null {
  const end = new Date(expYear, expMonth, 1);
  if (now >= end) return 'expired';
  return end.getTime() - now.getTime() < SOON_MS ? 'soon' : null;
}
