import { expect, test } from 'vitest';
import { firstText } from './first-text.ts';

const sender = { firstName: 'Noor', lastName: 'Ellison' };

test('names the sender, the company and how to stop', () => {
  expect(firstText({ candidate: 'Inez', sender, company: 'Quayside Talent' }).text).toBe(
    'Hi Inez, this is Noor from Quayside Talent.  Reply STOP to opt out.',
  );
});

test('a company without a name yet is called like the sender, and is left out', () => {
  expect(firstText({ candidate: '', sender, company: 'Noor Ellison' })).toEqual({
    text: 'Hi, this is Noor.  Reply STOP to opt out.',
    caret: 'Hi, this is Noor. '.length,
  });
});
