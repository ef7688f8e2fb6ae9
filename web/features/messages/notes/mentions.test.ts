import { expect, test } from 'vitest';
import { colleaguesFor, mentionedIn, piecesOf } from './mentions.ts';

const people = [
  { id: 'ana', firstName: 'Ana', lastName: 'Kim' },
  { id: 'anna', firstName: 'Ana', lastName: 'Kimball' },
  { id: 'bo', firstName: 'Bo', lastName: '' },
  { id: 'bo2', firstName: 'Bo', lastName: '' },
  { id: 'none', firstName: '', lastName: '' },
];

test.each([
  ['@Ana Kim look', ['ana']],
  ['look, @ana kim!', ['ana']],
  ['@Ana Kimball', ['anna']],
  ['@Ana Kimb', []],
  ['@Ana', []],
  ['mail ana@Ana Kim', []],
  ['@Bo and @Bo', ['bo', 'bo2']],
  ['@Ana Kim@Bo', ['ana']],
  ['(@Bo)', ['bo', 'bo2']],
  ['@', []],
  ['', []],
])('%j mentions %j', (body, ids) => {
  expect(mentionedIn(body, people)).toEqual(ids);
  expect(
    piecesOf(body, people)
      .map(({ text }) => text)
      .join(''),
  ).toBe(body);
});

test.each([
  ['@Bo', ['bo2'], ['bo2']],
  ['@Bo and @Bo', ['bo2', 'bo'], ['bo', 'bo2']],
  ['@Bo', ['ana'], ['bo', 'bo2']],
  ['@Ana Kim', ['bo'], ['ana']],
])('%j by someone who chose %j mentions %j', (body, chosen, ids) => {
  expect(mentionedIn(body, people, chosen)).toEqual(ids);
});

test.each([
  ['', ['ana', 'anna', 'bo', 'bo2']],
  ['kim', ['ana', 'anna']],
  ['ana kimb', ['anna']],
  ['x', []],
])('%j finds %j', (query, ids) => {
  expect(colleaguesFor(query, people).map(({ id }) => id)).toEqual(ids);
});
