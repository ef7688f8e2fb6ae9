import { expect, it } from 'vitest';
import { createIsStaff } from './staff.ts';

const isStaff = createIsStaff({
  domains: ['hiretext.example', 'kite.example'],
  emails: ['Auditor@firm.example'],
});

it.each([
  ['of the domain', 'ana@hiretext.example', true, true],
  ['in capitals', 'Ana@HireText.Example', true, true],
  ['not verified', 'ana@hiretext.example', false, false],
  ['on the list', 'auditor@firm.example', true, true],
  ['on the list, not verified', 'auditor@firm.example', false, false],
  ['a colleague of someone on the list', 'other@firm.example', true, false],
  ['of a domain below', 'ana@mail.hiretext.example', true, false],
  ['of a domain that ends like it', 'ana@nothiretext.example', true, false],
  ['of a domain that starts like it', 'ana@hiretext.example.evil.example', true, false],
  ['with the domain before the @', '"x@hiretext.example"@evil.example', true, false],
  ['with the domain as the name', 'hiretext.example@evil.example', true, false],
  ['of a domain that only looks like it', 'ana@h\u0456retext.example', true, false],
  ['with a sign that is a letter of it in small', 'ana@\u212Aite.example', true, false],
  ['no one', '', true, false],
])('%s', (_, email, emailVerified, expected) => {
  expect(isStaff({ email, emailVerified })).toBe(expected);
});

it('is no one where nothing is set', () => {
  const noStaff = createIsStaff({ domains: [], emails: [] });
  for (const email of ['ana@hiretext.example', '', '@'])
    expect(noStaff({ email, emailVerified: true })).toBe(false);
});
