import { describe, expect, it } from 'vitest';
import type { ImportMapping } from '../../../../contract/imports.ts';
import { isSomeone, mappingFor, namesOf } from './columns.ts';
import { readPhone } from './read-phone.ts';
import { addTags, readRow } from './read-row.ts';

describe('columns', () => {
  it.each<[string, string[], ImportMapping]>([
    [
      'the usual names',
      ['First Name', 'last_name', 'E-mail', 'Mobile Phone', 'City', 'ZIP', 'Job Title', 'Tags', 'Notes'],
      {
        'First Name': 'firstName',
        last_name: 'lastName',
        'E-mail': 'email',
        'Mobile Phone': 'phoneNumber',
        City: 'city',
        ZIP: 'zipCode',
        'Job Title': 'jobTitle',
        Tags: 'tags',
        Notes: null,
      },
    ],
    ['one name', ['Candidate', 'PHONE'], { Candidate: 'name', PHONE: 'phoneNumber' }],
    [
      'a mobile phone before another',
      ['Home Phone', 'Phone', 'Cell #'],
      { 'Home Phone': null, Phone: null, 'Cell #': 'phoneNumber' },
    ],
    [
      'a full name beside its parts',
      ['Name', 'First', 'Last', 'Tel.'],
      { Name: null, First: 'firstName', Last: 'lastName', 'Tel.': 'phoneNumber' },
    ],
    ['accents', ['Téléphone'], { Téléphone: 'phoneNumber' }],
    ['nothing known', ['Foo', 'Bar'], { Foo: null, Bar: null }],
  ])('are recognized: %s', (_, columns, mapping) => {
    expect(mappingFor(columns, [])).toEqual(mapping);
  });

  it('without known names are recognized by what is in them', () => {
    const rows = [
      ['Kai', '(415) 555-0123', 'kai@example.com'],
      ['Ana', '', ''],
    ];
    expect(mappingFor(['A', 'B', 'C'], rows)).toEqual({ A: null, B: 'phoneNumber', C: 'email' });
  });

  it('each have a name of their own', () => {
    expect(namesOf([' Phone ', '', 'Phone'], 4)).toEqual(['Phone', 'Column B', 'Phone (2)', 'Column D']);
    expect(namesOf([], 28).at(-1)).toBe('Column AB');
  });

  it.each([
    [['Name', 'Phone'], false],
    [['Name', '2024'], false],
    [['Kai', '+1 415 555 0123'], true],
  ])('%j is someone: %j', (cells, expected) => {
    expect(isSomeone(cells)).toBe(expected);
  });
});

describe('a phone number', () => {
  it.each([
    ['(415) 555-0123', undefined, '+14155550123'],
    ['415.555.0123', undefined, '+14155550123'],
    ['1 415 555 0123', undefined, '+14155550123'],
    ['4155550123.0', undefined, '+14155550123'],
    ["'+14155550123", undefined, '+14155550123'],
    ['tel:+1-415-555-0123', undefined, '+14155550123'],
    ['\u00a0+1 415 555 0123 ', undefined, '+14155550123'],
    ['＋１４１５５５５０１２３', undefined, '+14155550123'],
    ['+44 20 7946 0958', undefined, '+442079460958'],
    ['0044 20 7946 0958', undefined, '+442079460958'],
    ['011 44 20 7946 0958', undefined, '+442079460958'],
    ['020 7946 0958', 'GB', '+442079460958'],
    ['030 123456', 'DE', '+4930123456'],
    ['06 12 34 56 78', 'FR', '+33612345678'],
    ['0412 345 678', 'AU', '+61412345678'],
    ['+1 415 555 0123', 'DE', '+14155550123'],
  ])('%s in %s', (cell, country, expected) => {
    expect(readPhone(cell, country)).toBe(expected);
  });

  it.each(['', '555-0123', '1-800-FLOWERS', '415-555-0123 ext 4', '2.12555E+09', 'n/a', '1'.repeat(40)])(
    '%j is none',
    (cell) => {
      expect(readPhone(cell)).toBe(null);
    },
  );
});

describe('a row', () => {
  const at = { phoneNumber: 0, name: 1, email: 2, city: 3, jobTitle: 4, tags: 5, zipCode: 6 };
  const phone = '(415) 555-0123';

  it.each<[string, string[], object]>([
    ['a name', [phone, 'Maria Lopez'], { firstName: 'Maria', lastName: 'Lopez' }],
    ['a name with a comma', [phone, 'Lopez, Maria'], { firstName: 'Maria', lastName: 'Lopez' }],
    ['one word', [phone, 'Cher'], { firstName: 'Cher' }],
    ['nothing but a number', [phone], {}],
    ['what exports write for nothing', [phone, 'N/A', '-', 'null', '(blank)'], {}],
    ['invisible characters', [phone, '\u200bAna\u00a0 \ufeffLi'], { firstName: 'Ana', lastName: 'Li' }],
    ['tags', [phone, '', '', '', '', 'RN; night shift, rn,'], { tags: ['RN', 'night shift'] }],
    ['a ZIP code', [phone, '', '', '', '', '', '02134-1000'], { zipCode: '02134' }],
    ['one whose zero is gone', [phone, '', '', '', '', '', '2134.0'], { zipCode: '02134' }],
    ['a postal code of elsewhere, left out', [phone, '', '', '', '', '', 'K1A 0B1'], {}],
    ['a formula, as text', [phone, '', '', "'=1+1"], { city: '=1+1' }],
  ])('with %s', (_, cells, fields) => {
    expect(readRow(cells, at, 'US')).toEqual({ phoneNumber: '+14155550123', fields, reason: null });
  });

  it.each([
    [['', 'Ana'], 'The phone number is missing'],
    [['call her', 'Ana'], "The phone number isn't valid"],
    [[phone, '', 'no address'], 'The email is invalid'],
    [[phone, 'x'.repeat(90)], 'The name is too long'],
    [[phone, '', '', '', 'y'.repeat(121)], 'The job title is too long'],
  ])('%j is refused: %s', (cells, reason) => {
    expect(readRow(cells, at, 'US').reason).toBe(reason);
  });

  it('adds tags up to the most that someone can have, and takes none', () => {
    const many = Array.from({ length: 19 }, (_, index) => `t${index}`);
    expect(addTags(many, ['T3', 'new', 'newer'])).toEqual([...many, 'new']);
    expect(addTags([...many, 'a', 'b', 'c'], ['new'])).toEqual([...many, 'a', 'b', 'c']);
  });
});
