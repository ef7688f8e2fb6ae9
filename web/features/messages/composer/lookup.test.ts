import { expect, test } from 'vitest';
import { lookupAfter, stemsFrom } from './lookup.ts';

test.each([
  ['an empty text', '', '/', 1, { mark: '/', start: 0, query: '' }],
  ['an empty line', 'Hi\n', 'Hi\n/', 4, { mark: '/', start: 3, query: '' }],
  ['an empty line above others', '\nBye', '/\nBye', 1, { mark: '/', start: 0, query: '' }],
  ['the end of a line', 'and', 'and/', 4, null],
  ['the start of a line with words', 'or', '/or', 1, null],
  ['what was pasted', '', '/inter', 6, null],
])('a slash in %s', (_, before, after, caret, slash) => {
  expect(lookupAfter(null, before, after, caret)).toEqual(slash);
});

test.each([
  ['goes on', '/', '/in', 3, { mark: '/', start: 0, query: 'in' }],
  ['ends where the slash is deleted', '/', '', 0, null],
  ['ends where the caret is before it', '/in', 'a/in', 1, null],
  ['ends with the line', '/in', '/in\n', 4, null],
])('what is typed after it %s', (_, before, after, caret, slash) => {
  expect(lookupAfter({ mark: '/', start: 0, query: '' }, before, after, caret)).toEqual(slash);
});

test.each([
  ['an empty text', '', '#', 1, { mark: '#', start: 0, query: '' }],
  ['the end of a text', 'Book: ', 'Book: #', 7, { mark: '#', start: 6, query: '' }],
  ['front of a space', 'Book  now', 'Book # now', 6, { mark: '#', start: 5, query: '' }],
  ['front of a word', 'intro', '#intro', 1, null],
  ['the end of a word', 'Book', 'Book#', 5, null],
  ['an address', 'https://acme.test/', 'https://acme.test/#', 19, null],
  ['what was pasted', '', '#intro', 6, null],
])('a # in %s', (_, before, after, caret, lookup) => {
  expect(lookupAfter(null, before, after, caret)).toEqual(lookup);
});

test.each([
  ['goes on', '#', '#in', 3, { mark: '#', start: 0, query: 'in' }],
  ['ends with the word', '#in', '#in ', 4, null],
  ['ends where the # is deleted', '#', '', 0, null],
  ['ends where a slash takes its place', '#', '/', 1, null],
])('what is typed after a # %s', (_, before, after, caret, lookup) => {
  expect(lookupAfter({ mark: '#', start: 0, query: '' }, before, after, caret)).toEqual(lookup);
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
