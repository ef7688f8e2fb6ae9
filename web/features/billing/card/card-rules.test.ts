import { describe, expect, test } from 'vitest';
import { type CardValues, checkCard, groupedExpiry, groupedNumber } from './card-rules.ts';

const good: CardValues = { name: 'Dana Reed', number: '4242 4242 4242 4242', expiry: '11/26', cvc: '123' };
const NOW = new Date(2026, 10, 30, 23, 59);

test('a card that is good', () => {
  expect(Object.values(checkCard(good, NOW)).filter(Boolean)).toEqual([]);
});

test.each<[Partial<CardValues>, string]>([
  [{ name: '' }, 'The full name is required'],
  [{ name: 'Dana' }, 'Full name must consist of first and last name'],
  [{ name: '  Dana   ' }, 'Full name must consist of first and last name'],
  [{ number: '' }, 'The card number is required'],
  [{ number: '4242 4242 4242 424' }, 'Card number must be 16 digits'],
  [{ number: '4242 4242 4242 42424' }, 'Card number must be 16 digits'],
  [{ number: '4242-4242-4242-4242' }, 'Card number must be 16 digits'],
  [{ expiry: '' }, 'The expiry date is required'],
  [{ expiry: '10/26' }, 'Your card is alredy expired'],
  [{ expiry: '1225' }, 'Your card is alredy expired'],
  [{ expiry: '13/28' }, 'Enter the expiry date as MM/YY'],
  [{ expiry: '1/28' }, 'Enter the expiry date as MM/YY'],
  [{ cvc: '' }, 'The security code is required'],
  [{ cvc: '12' }, 'The security code has 3 or 4 digits'],
])('%j: %s', (change, sentence) => {
  expect(Object.values(checkCard({ ...good, ...change }, NOW)).filter(Boolean)).toEqual([sentence]);
});

test('a card expires with the end of its month', () => {
  expect(checkCard(good, new Date(2026, 11, 1)).expiry).toBe('Your card is alredy expired');
  expect(checkCard({ ...good, expiry: '1226' }, new Date(2026, 11, 31, 23, 59)).expiry).toBeNull();
});

describe('while typing', () => {
  test.each([
    ['4242', '4242'],
    ['42424', '4242 4'],
    ['4242424242424242', '4242 4242 4242 4242'],
    ['4242x', '4242x'],
  ])('the number %s is %s', (typed, shown) => expect(groupedNumber(typed)).toBe(shown));

  test.each([
    ['0', '0'],
    ['04', '04'],
    ['042', '04/2'],
    ['0429', '04/29'],
    ['4', '04'],
    ['12/3', '12/3'],
    ['ab', 'ab'],
  ])('the expiry date %s is %s', (typed, shown) => expect(groupedExpiry(typed)).toBe(shown));
});
