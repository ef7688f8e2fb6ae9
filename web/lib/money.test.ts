import { expect, test } from 'vitest';
import { money, price } from './money.ts';

test.each([
  [1500, 'USD', '$15'],
  [1590, 'USD', '$15.90'],
  [-300, 'USD', '-$3'],
  [0, 'USD', '$0'],
  [123_456_789, 'USD', '$1,234,567.89'],
  [1500, 'EUR', '€15'],
  [1500, 'JPY', '¥1,500'],
])('%i of %s is %s', (amount, currency, text) => {
  expect(money(amount, currency)).toBe(text);
});

test.each([
  [15, 'USD', '$15'],
  [19.99, 'USD', '$19.99'],
  [1500, 'JPY', '¥1,500'],
])('a price of %d %s is %s', (units, currency, text) => {
  expect(price(units, currency)).toBe(text);
});
