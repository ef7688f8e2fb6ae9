import { expect, it } from 'vitest';
import { counted, inDigits, listed, pluralOf } from './words.ts';

it.each([
  [0, '0 texts'],
  [1, '1 text'],
  [2, '2 texts'],
  [1200, '1,200 texts'],
])('%i is "%s"', (count, words) => {
  expect(counted(count, 'text')).toBe(words);
});

it('takes a plural that has no s', () => {
  expect(counted(2, 'person', 'people')).toBe('2 people');
  expect([pluralOf(1, 'is', 'are'), pluralOf(0, 'is', 'are')]).toEqual(['is', 'are']);
});

it('writes numbers and lists', () => {
  expect(inDigits(1_234_567)).toBe('1,234,567');
  expect(listed(['Ana'])).toBe('Ana');
  expect(listed(['Ana', 'Ben', 'Cem'])).toBe('Ana, Ben, and Cem');
});
