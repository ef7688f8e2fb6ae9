import { describe, expect, it } from 'vitest';
import { type Card, vcardOf } from './vcard.ts';

const plain: Card = {
  firstName: 'Ana',
  lastName: 'Ruiz',
  company: 'Harbor Health',
  phoneNumber: '+14155550123',
  title: null,
  email: null,
  picture: null,
};

/** As a phone reads it: the parts of each property, by its name (RFC 2426, 4). */
const read = (text: string): Record<string, string[]> =>
  Object.fromEntries(
    text
      .replace(/\r\n /g, '')
      .split('\r\n')
      .map((line) => /^([A-Z]+)[^:]*:(.*)$/s.exec(line) ?? [])
      .map(([, name = '', value = '']) => [name, partsOf(value)]),
  );

const partsOf = (value: string) =>
  value
    .replace(/\\[\\,;]/g, ([, character = '']) => String.fromCharCode(0xe000 + character.charCodeAt(0)))
    .split(';')
    .map((part) =>
      part.replace(/[\ue000-\ue07f]/g, (set) => String.fromCharCode(set.charCodeAt(0) - 0xe000)),
    );

it('says who texts, and from which number', () => {
  expect(vcardOf(plain)).toBe(
    [
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:Ruiz;Ana;;;',
      'FN:Ana Ruiz',
      'ORG:Harbor Health',
      'TEL;TYPE=WORK,VOICE,MSG:+14155550123',
      'END:VCARD',
      '',
    ].join('\r\n'),
  );
});

it('holds what else was chosen', () => {
  const picture = Buffer.from(Array.from({ length: 5000 }, (_, at) => at % 256));
  const card = { ...plain, title: 'Nurse recruiter', email: 'ana@harbor.example', picture };
  expect(read(vcardOf(card))).toMatchObject({
    TITLE: ['Nurse recruiter'],
    EMAIL: ['ana@harbor.example'],
    PHOTO: [picture.toString('base64')],
  });
  expect(vcardOf(card)).toContain('\r\nPHOTO;ENCODING=b;TYPE=JPEG:');
});

describe.each([
  ['a comma and semicolons', 'Tim; & Co, LLC;'],
  ['backslashes', 'A\\B\\n\\'],
  ['quotes and a colon', '"Ana": RN'],
  ['emoji', '👩🏽‍⚕️ Ana 👩🏽‍⚕️👩🏽‍⚕️👩🏽‍⚕️👩🏽‍⚕️👩🏽‍⚕️👩🏽‍⚕️👩🏽‍⚕️'],
  ['another script', 'محمد بن عبد الله '.repeat(5).trim()],
  ['no end', 'Österreichische Pflegekräfte '.repeat(5).trim()],
  ['what looks like a property', 'END:VCARD'],
])('a name with %s', (_, name) => {
  const text = vcardOf({ ...plain, firstName: name, lastName: name, company: name, title: name });

  it('is read as it was written', () => {
    expect(read(text)).toMatchObject({
      N: [name, name, '', '', ''],
      FN: [`${name} ${name}`],
      ORG: [name],
      TITLE: [name],
    });
  });

  it('keeps lines short, and characters whole', () => {
    const lines = text.split('\r\n');
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
    expect(Buffer.from(text).toString()).toBe(text);
    expect(text).not.toContain('\ufffd');
  });
});

it.each(['\n', '\r\n', '\r', '\u2028', '\u0085', '\0'])("can't be made to say more: %j", (end) => {
  const text = vcardOf({ ...plain, firstName: `Ana${end}TEL:+19005550100`, company: `X${end}END:VCARD` });
  expect(text.match(/^TEL/gm)).toHaveLength(1);
  expect(text.match(/^END:VCARD/gm)).toHaveLength(1);
  expect(read(text).TEL).toEqual(['+14155550123']);
});
