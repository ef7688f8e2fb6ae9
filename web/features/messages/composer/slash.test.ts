import { expect, test } from 'vitest';
import { slashAfter, stemsFrom } from './slash.ts';

test.each([
  ['an empty text', '', '/', 1, { start: 0, query: '' }],
  ['an empty line', 'Hi\n', 'Hi\n/', 4, { start: 3, query: '' }],
  ['an empty line above others', '\nBye', '/\nBye', 1, { start: 0, query: '' }],
  ['the end of a line', 'and', 'and/', 4, null],
  ['the start of a line with words', 'or', '/or', 1, null],
  ['what was pasted', '', '/inter', 6, null],
])('a slash in %s', (_, before, after, caret, slash) => {
  expect(slashAfter(null, before, after, caret)).toEqual(slash);
});

test.each([
  ['goes on', '/', '/in', 3, { start: 0, query: 'in' }],
  ['ends where the slash is deleted', '/', '', 0, null],
  ['ends where the caret is before it', '/in', 'a/in', 1, null],
  ['ends with the line', '/in', '/in\n', 4, null],
])('what is typed after it %s', (_, before, after, caret, slash) => {
  expect(slashAfter({ start: 0, query: '' }, before, after, caret)).toEqual(slash);
});

test.each([
  ['Are you free on Thursday?', 'Are you free on Friday?', true],
  ['Are you free on Thursday?', 'Ana, are you free on Thursday? Ben', true],
  ['Are you free on Thursday?', 'Something else', false],
  ['Are you free on Thursday?', '', false],
  ['👋', '👋 Ana', true],
  ['👋', 'Ana', false],
])('%s → %s', (inserted, text, stems) => {
  expect(stemsFrom(inserted, text)).toBe(stems);
});
