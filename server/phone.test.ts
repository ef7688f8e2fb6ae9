import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PhoneNumber } from '../contract/primitives.ts';
import { formatPhone, parsePhone } from './phone.ts';

describe('parsePhone', () => {
  it.each([
    ['(415) 555-0123', '+14155550123'],
    ['415-555-0123', '+14155550123'],
    ['415.555.0123', '+14155550123'],
    ['415 555 0123', '+14155550123'],
    ['4155550123', '+14155550123'],
    ['14155550123', '+14155550123'],
    ['1 (415) 555-0123', '+14155550123'],
    ['+1 415 555 0123', '+14155550123'],
    ['+14155550123', '+14155550123'],
    ['  (415) 555-0123\n', '+14155550123'],
    ['（４１５）５５５－０１２３', '+14155550123'],
    // Possible though in no area code that is assigned: forms accept the example that they show.
    ['(123) 456-7890', '+11234567890'],
    ['(555) 555-5555', '+15555555555'],
    ['+44 20 7946 0018', '+442079460018'],
    ['+33 6 12 34 56 78', '+33612345678'],
  ])('reads %j as %s', (input, expected) => {
    expect(parsePhone(input)).toBe(expected);
  });

  it.each([
    '',
    ' ',
    'abc',
    '555',
    '555-0123',
    '415555012',
    '415-555-012',
    '415-555-01234',
    '+1415555012345678',
    '(415) 555-0123 ext. 5',
    '415-555-0123x12',
    '415-555-0123;ext=7',
    'tel:+14155550123;ext=7',
    '1-800-FLOWERS',
    '800-CALL-NOW',
    'call me at 415-555-0123',
    '415-555-0123 or 415-555-0124',
    '415-555-0123 (Ana)',
    '+999 123 456 789',
    '+',
    '911',
    '0',
    "'; drop table candidates; --",
  ])('refuses %j', (input) => {
    expect(parsePhone(input)).toBe(null);
  });

  it('gives a number of the contract, or null, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (input) => {
        const parsed = parsePhone(input);
        if (parsed !== null) expect(PhoneNumber.safeParse(parsed).success).toBe(true);
      }),
    );
  });

  it('reads back what formatPhone wrote', () => {
    const number = fc
      .tuple(fc.integer({ min: 2_000_000, max: 9_999_999 }), fc.integer({ min: 0, max: 999 }))
      .map(([head, tail]) => `+1${head}${String(tail).padStart(3, '0')}`);
    fc.assert(
      fc.property(number, (e164) => {
        expect(parsePhone(formatPhone(e164))).toBe(e164);
      }),
    );
  });
});

describe('formatPhone', () => {
  it.each([
    ['+14155550123', '(415) 555-0123'],
    ['+442079460018', '+44 20 7946 0018'],
    ['+33612345678', '+33 6 12 34 56 78'],
    ['not a number', 'not a number'],
  ])('shows %s as %s', (e164, expected) => {
    expect(formatPhone(e164)).toBe(expected);
  });
});
