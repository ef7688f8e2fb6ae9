import { expect, test } from 'vitest';
import { mayBegin, withLinks } from './with-links.ts';

const links = [
  { shortcut: 'intro', url: 'https://cal.example/intro#intro' },
  { shortcut: 'Team-call_2', url: 'https://cal.example/team' },
  { shortcut: 'cash', url: 'https://cal.example/$&' },
];

test.each([
  ['Book here: #intro', 'Book here: https://cal.example/intro#intro'],
  ['#intro', 'https://cal.example/intro#intro'],
  ['#INTRO, or\n#team-call_2.', 'https://cal.example/intro#intro, or\nhttps://cal.example/team.'],
  ['(#intro) “#intro”', '(https://cal.example/intro#intro) “https://cal.example/intro#intro”'],
  ['#cash', 'https://cal.example/$&'],
  // None of ours.
  ['Suite #4, #introduction, #intro-2', 'Suite #4, #introduction, #intro-2'],
  ['#introé', '#introé'],
  ['a#intro ##intro &#intro', 'a#intro ##intro &#intro'],
  [
    'https://acme.test/#intro https://acme.test/jobs#intro',
    'https://acme.test/#intro https://acme.test/jobs#intro',
  ],
  [`#${'x'.repeat(41)} # intro #`, `#${'x'.repeat(41)} # intro #`],
])('%j becomes %j', (text, filled) => {
  expect(withLinks(text, links)).toBe(filled);
});

test('without shortcuts, a text stays', () => {
  expect(withLinks('#intro', [])).toBe('#intro');
});

test.each([
  ['', true],
  ['Hi ', true],
  ['Hi\n', true],
  ['(', true],
  ['Hi', false],
  ['https://acme.test/', false],
])('after %j one can begin: %s', (before, begins) => {
  expect(mayBegin(before)).toBe(begins);
});
