import { expect, it } from 'vitest';
import { originOf } from './record-audit.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8::ffff:1', '2001:db8::ffff:1'],
  ['::ffff:c000:207', '::ffff:c000:207'],
])('%s is written %s', (ip, written) => {
  expect(originOf({ ip, headers: {} })).toEqual({ ip: written, userAgent: null });
});

it('what a program calls itself is kept to a length', () => {
  expect(originOf({ ip: '', headers: { 'user-agent': 'x'.repeat(10_000) } }).userAgent).toHaveLength(500);
});
