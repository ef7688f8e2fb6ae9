import { expect, test } from 'vitest';
import { firstText } from './first-text.ts';

const sender = { firstName: 'Noor', lastName: 'Ellison' };

test('names the sender, the company and how to stop', () => {
  expect(firstText({ candidate: 'Inez', sender, company: 'Quayside Talent' }).text).toBe(
    'Hi Inez, this is Noor from Quayside Talent.  Reply STOP to opt out.',
  );
});

test('says where to check the number, and the reason for writing still goes before that', () => {
  const numberPage = 'https://hiretext.example/v/14155550123';
  const { text, caret } = firstText({ candidate: 'Inez', sender, company: 'Quayside Talent', numberPage });
  expect(text.slice(caret)).toBe(` Check this number: ${numberPage} Reply STOP to opt out.`);
});

test('a company without a name yet is called like the sender, and is left out', () => {
  expect(firstText({ candidate: '', sender, company: 'Noor Ellison' })).toEqual({
    text: 'Hi, this is Noor.  Reply STOP to opt out.',
    caret: 'Hi, this is Noor. '.length,
  });
});
