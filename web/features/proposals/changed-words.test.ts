import { expect, it } from 'vitest';
import { changedWords } from './changed-words.ts';

const marked = { gone: '-', new: '+', same: '' };

it.each([
  ['Still free on Friday?', 'Still free on Monday?', 'Still free on |-Friday?|+Monday?'],
  ['Hi Ana', 'Hi Ana', 'Hi Ana'],
  ['', 'Hi', '+Hi'],
  ['Hi', '', '-Hi'],
  ['a b c', 'b c d', '-a |b |-c|+c d'],
  ['one two', 'zero one two', '+zero |one two'],
  ['same\nline two', 'same\nline 2', 'same\nline |-two|+2'],
])('%j to %j', (before, after, parts) => {
  const changed = changedWords(before, after);
  expect(changed.map(({ kind, text }) => marked[kind] + text).join('|')).toBe(parts);
  const of = (kind: 'gone' | 'new') =>
    changed.map((part) => (part.kind === 'same' || part.kind === kind ? part.text : '')).join('');
  expect([of('gone'), of('new')]).toEqual([before, after]);
});
