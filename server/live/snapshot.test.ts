import { expect, it } from 'vitest';
import {
  before,
  formatSnapshot,
  hasSeen,
  parseSnapshot,
  type Snapshot,
  seenByAll,
  shortened,
} from './snapshot.ts';

const snapshot = (text: string): Snapshot => parseSnapshot(text) ?? expect.fail(`${text} is no snapshot`);
const seen = (text: string) =>
  Array.from({ length: 30 }, (_, xact) => BigInt(xact))
    .filter((xact) => hasSeen(snapshot(text), xact))
    .join(' ');

it.each(['12:15:12,13', '15:15:', '9007199254740993:9007199254740995:9007199254740993'])(
  'reads and writes %s',
  (text) => expect(formatSnapshot(snapshot(text))).toBe(text),
);

it.each(['', '12', '12:15', '12:15:x', '12:15:12,', '99999999999999999999:1:', "1:1:'"])(
  'reads no snapshot in %j',
  (text) => expect(parseSnapshot(text)).toBeNull(),
);

it('has seen what had ended', () => {
  expect(seen('3:6:3,5')).toBe('0 1 2 4');
});

it.each([
  { all: ['3:6:3,5', '4:9:4,8'], both: '0 1 2' },
  { all: ['6:6:', '9:9:'], both: '0 1 2 3 4 5' },
  { all: ['4:9:4', '4:9:4'], both: '0 1 2 3 5 6 7 8' },
])('$all have all seen $both', ({ all, both }) => {
  const found = seenByAll(all.map(snapshot));
  expect(seen(formatSnapshot(found ?? expect.fail()))).toBe(both);
});

it.each([
  { end: 5n, known: '0 1 2 4' },
  { end: 6n, known: '0 1 2 4' },
  { end: 9n, known: '0 1 2 4' },
  { end: 3n, known: '0 1 2' },
])('before $end it has seen $known', ({ end, known }) => {
  expect(seen(formatSnapshot(before(snapshot('3:6:3,5'), end)))).toBe(known);
});

it('shortened has seen less, never more', () => {
  const long = '3:20:3,5,8,11';
  expect(formatSnapshot(shortened(snapshot(long), 4))).toBe(long);
  expect(seen(formatSnapshot(shortened(snapshot(long), 2)))).toBe('0 1 2 4 6 7');
  expect(seen(formatSnapshot(shortened(snapshot(long), 0)))).toBe('0 1 2');
});
