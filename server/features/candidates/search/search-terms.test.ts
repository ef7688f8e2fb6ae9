import { describe, expect, it } from 'vitest';
import { INSIDE, prefixesOf, termsOf } from './search-terms.ts';

const jose = {
  phoneNumber: '+14155550123',
  firstName: 'José',
  lastName: 'Nuñez-Garcia',
  email: 'j.nunez@example.com',
  tags: ['Night shift', 'RN'],
};
const finds = (search: string) =>
  prefixesOf(search).every((prefix) =>
    termsOf(jose).some((term) => term.startsWith(prefix) || term.startsWith(INSIDE + prefix)),
  );

describe('a candidate is found by', () => {
  it.each([
    'jose',
    'osé',
    'se',
    'nez-g',
    'arcia',
    'garcia jo',
    'nunez@ex',
    'ample.com',
    'example',
    'shift',
    'igh',
    'rn',
  ])('part of a word: %s', (search) => expect(finds(search)).toBe(true));

  it.each(['4155', '1555', '5550', '5012', '0123', '(415) 555-0123', '+1 415 555', '555-0123', '415'])(
    'digits of the number, wherever they stand: %s',
    (search) => expect(finds(search)).toBe(true),
  );

  it.each(['maria', 'jose maria', '9999', '5550124', 'day shift', 'josé nunes'])('not by %s', (search) =>
    expect(finds(search)).toBe(false),
  );
});

it('at most five words are looked up, and none that another one begins with', () => {
  expect(prefixesOf('kim kimberly lee')).toEqual(['kimberly', 'lee']);
  expect(prefixesOf('1 a b c d e f')).toHaveLength(5);
});
