import { describe, expect, it } from 'vitest';
import { firstTextOf } from '../../../contract/keywords.ts';
import * as routes from '../../../contract/routes.ts';
import { onlyWordOf } from '../consent/rules.ts';
import { factIn, isReserved, isSurelyName, nameIn } from './rules.ts';

describe('words that mean something else are reserved', () => {
  it.each(['STOP', 'STOPALL', 'END', 'QUIT', 'CANCEL', 'REVOKE', 'OPTOUT', 'UNSUBSCRIBE', 'START', 'UNSTOP'])(
    '%s',
    (word) => expect(isReserved(word)).toBe(true),
  );
  it.each(['HELP', 'INFO', 'YES', 'NO', 'OK', 'THANKS', 'CONFIRM'])('%s', (word) =>
    expect(isReserved(word)).toBe(true),
  );
  it.each(['JOBS', 'NURSE', 'DRIVERS', 'RN2026', 'HIRING', 'CAREERS', 'APPLY', 'WAREHOUSE'])(
    'but not %s',
    (word) => expect(isReserved(word)).toBe(false),
  );
});

it.each([
  ['JOBS', 'jobs'],
  ['  jobs. ', 'jobs'],
  ['"Jobs"', 'jobs'],
  ['Jobs please!', 'jobs'],
  ['any jobs?', null],
  ['Do you have jobs', null],
  ['', null],
  ['🙂', null],
])('%j is the word %j', (body, word) => expect(onlyWordOf(body)).toBe(word));

it.each([
  ['Maria Santos', 'Maria', 'Santos'],
  ['my name is maria santos', 'Maria', 'Santos'],
  ["Hi, I'm MARIA", 'Maria', ''],
  ['It’s Connor McBride.', 'Connor', 'McBride'],
  ["it's connor o'neil", 'Connor', "O'Neil"],
  ['Me llamo José de la Cruz', 'José', 'de la Cruz'],
  ['anne-marie smith', 'Anne-Marie', 'Smith'],
  ['María\nGómez', 'María', 'Gómez'],
])('the name in %j is %s %s', (answer, firstName, lastName) => {
  expect(nameIn(answer)).toEqual({ firstName, lastName });
});

it.each([
  'Why do you ask?',
  'maria@example.com',
  '415 555 0110',
  'I would rather not say that in a text message',
  '',
  '🙂',
  'https://example.com',
  'Not me',
  'Nah',
  'Leave me alone',
])('%j is no name', (answer) => expect(nameIn(answer)).toBeNull());

it.each([
  ['Connor', true],
  ["I'm connor", true],
  ['My name is Raymond', true],
  ['Tyler Reed', true],
  // These are refused by what they say, or may be.
  ['STOP', false],
  ['Stop Tyler', false],
  ['Tyler, stop', false],
  ['Sue me', false],
  ['Remove Connor', false],
  ['Lawyer', false],
  ['Lose my number', false],
  ['Maria', false],
])('%j is surely a name, though it looks like a refusal: %s', (answer, isName) =>
  expect(isSurelyName(answer)).toBe(isName),
);

it.each([
  ['Night nurse', 120, 'Night nurse'],
  [' "Chicago, IL." ', 80, 'Chicago, IL'],
  ['x', 80, null],
  ['What jobs do you have?', 120, null],
  ['a'.repeat(81), 80, null],
  ['one two three four five six seven eight nine ten eleven twelve thirteen', 120, null],
])('the fact in %j (at most %i) is %j', (answer, most, fact) => expect(factIn(answer, most)).toBe(fact));

describe('the first text names the company and says how to stop', () => {
  it.each([
    [
      'Welcome!',
      'Harborview: Welcome!\nMsg frequency varies. Msg & data rates may apply. HELP for help, STOP to opt out.\nYour name?',
    ],
    [
      'Welcome to HARBORVIEW. Reply STOP to opt out.',
      'Welcome to HARBORVIEW. Reply STOP to opt out.\nYour name?',
    ],
  ])('%j', (answer, text) => {
    const questions = [{ field: 'name' as const, text: 'Your name?' }];
    expect(firstTextOf({ answer, questions }, ' Harborview ')).toBe(text);
  });
});

const fields = { keyword: 'jobs', answer: 'Hi', consentWording: 'Text JOBS to get texts about jobs.' };
it('a keyword is one word, kept in capitals', () => {
  expect(routes.createKeyword.body.parse(fields).keyword).toBe('JOBS');
  for (const keyword of ['two words', 'J', 'A'.repeat(21), '12345', 'JOBS!', 'ПРАЦА', ''])
    expect(routes.createKeyword.body.safeParse({ ...fields, keyword }).success, keyword).toBe(false);
});

it('each thing is asked once', () => {
  const question = { field: 'name', text: 'Your name?' };
  const body = { ...fields, questions: [question, question] };
  expect(routes.createKeyword.body.safeParse(body).success).toBe(false);
});
