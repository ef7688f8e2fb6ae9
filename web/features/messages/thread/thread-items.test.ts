import { expect, test } from 'vitest';
import { dayOf } from '../../../lib/dates.ts';
import { makeMessage } from '../../../testing/make.ts';
import { isIn, type ThreadLine, threadItems } from './thread-items.ts';

const text = (id: string, createdAt: string) => makeMessage({ id, createdAt });
const line = (key: string, at: string): ThreadLine => ({ key, at, node: key });

function shape(texts: [string, string][], lines: [string, string][]) {
  const items = threadItems(
    texts.map(([id, at]) => text(id, at)),
    lines.map(([key, at]) => line(key, at)),
    (iso) => dayOf(iso, 'America/New_York'),
  );
  return items.map((item) =>
    item.kind === 'message'
      ? `${item.joined ? '+' : ''}${item.key}${item.last ? '.' : ''}`
      : item.kind === 'day'
        ? item.key
        : item.key.toUpperCase(),
  );
}

const at = (time: string, day = 20) => `2026-11-${day}T${time}.000Z`;

test.each<[string, [string, string][], [string, string][], string[]]>([
  [
    'texts that follow each other stand together',
    [
      ['a', at('15:00:00')],
      ['b', at('15:01:00')],
    ],
    [],
    ['day 2026-11-20', 'a', '+b.'],
  ],
  [
    'a line between them breaks the group',
    [
      ['a', at('15:00:00')],
      ['b', at('15:01:00')],
    ],
    [['n', at('15:00:30')]],
    ['day 2026-11-20', 'a.', 'N', 'b.'],
  ],
  [
    'at the same moment the text comes first',
    [['a', at('15:00:00')]],
    [['n', at('15:00:00')]],
    ['day 2026-11-20', 'a.', 'N'],
  ],
  [
    'a line has its day, and the text of the next day another',
    [['a', at('06:00:00', 21)]],
    [['n', at('04:00:00', 21)]],
    ['day 2026-11-20', 'N', 'day 2026-11-21', 'a.'],
  ],
  ['lines alone are a thread', [], [['n', at('15:00:00')]], ['day 2026-11-20', 'N']],
])('%s', (_, texts, lines, expected) => {
  expect(shape(texts, lines)).toEqual(expected);
});

test.each([
  [null, null, true],
  [at('15:00:00'), at('15:00:00'), true],
  [at('15:00:01'), null, false],
  [null, at('14:59:59'), false],
])('from %s until %s: %s', (since, until, expected) => {
  expect(isIn({ since, until }, at('15:00:00'))).toBe(expected);
});
