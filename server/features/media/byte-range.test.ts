import { expect, it } from 'vitest';
import { readRange } from './byte-range.ts';

it.each([
  [undefined, null],
  ['', null],
  ['bytes=-', null],
  ['bytes=0-1,4-5', null],
  ['bytes=5-4', null],
  ['pages=0-1', null],
  ['bytes=a-b', null],
  [`bytes=${'9'.repeat(16)}-`, null],
  ['bytes=0-1', { start: 0, end: 1 }],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=99-', { start: 99, end: 99 }],
  ['bytes=40-500', { start: 40, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=100-200', 'unsatisfiable'],
] as const)('of a hundred bytes, %s is %j', (header, range) => {
  expect(readRange(header, 100)).toEqual(range);
});
