import { describe, expect, it } from 'vitest';
import { hasOtherName, type Known, type Match, match } from './match-rules.ts';

const person = { firstName: 'Ana', lastName: 'Ruiz', phoneNumbers: ['+13122000001', '+13122000002'] };
const known = (id: string, over: Partial<Known> = {}): Known => ({
  id,
  firstName: 'Ana',
  lastName: 'Ruiz',
  phoneNumber: '+13122000001',
  isLinked: false,
  ...over,
});
const bob = { firstName: 'Bob', lastName: 'Stone' };
const elsewhere = { phoneNumber: '+13129999999' };
const noOne = { byExternalId: null, byPhone: [], byEmail: [], apart: new Set<string>() };

describe('who someone of a system is', () => {
  it.each<[string, Partial<Parameters<typeof match>[1]>, Match]>([
    ['the id there', { byExternalId: known('a'), byPhone: [known('b')] }, { kind: 'link', candidateId: 'a' }],
    ['a number', { byPhone: [known('b')] }, { kind: 'link', candidateId: 'b' }],
    [
      'any number, if the name agrees',
      { byPhone: [known('b', bob), known('c', { phoneNumber: '+13122000002' })] },
      { kind: 'link', candidateId: 'c' },
    ],
    [
      'a number without a name',
      { byPhone: [known('b', { firstName: '', lastName: '' })] },
      { kind: 'link', candidateId: 'b' },
    ],
    [
      'a number with another name',
      { byPhone: [known('b', bob)] },
      { kind: 'doubt', candidateId: 'b', reason: 'samePhoneOtherName' },
    ],
    [
      'a number that someone of the system has already',
      { byPhone: [known('b', { ...bob, isLinked: true })] },
      { kind: 'link', candidateId: 'b' },
    ],
    [
      'an email of someone with another number',
      { byEmail: [known('d', elsewhere)] },
      { kind: 'doubt', candidateId: 'd', reason: 'sameEmailOtherPhone' },
    ],
    ['no one', {}, { kind: 'new', phoneNumber: '+13122000001' }],
    [
      'kept apart: the other number',
      { byPhone: [known('b')], apart: new Set(['b']) },
      { kind: 'new', phoneNumber: '+13122000002' },
    ],
    [
      'kept apart from the email',
      { byEmail: [known('d', elsewhere)], apart: new Set(['d']) },
      { kind: 'new', phoneNumber: '+13122000001' },
    ],
    [
      'kept apart from all',
      { byPhone: [known('b'), known('c', { phoneNumber: '+13122000002' })], apart: new Set(['b', 'c']) },
      { kind: 'none' },
    ],
  ])('%s', (_, among, expected) => {
    expect(match(person, { ...noOne, ...among })).toEqual(expected);
  });

  it('without a number is linked by email, or not at all', () => {
    const silent = { ...person, phoneNumbers: [] };
    expect(match(silent, noOne)).toEqual({ kind: 'none' });
    expect(match(silent, { ...noOne, byEmail: [known('d')] })).toEqual({ kind: 'link', candidateId: 'd' });
    expect(match(silent, { ...noOne, byEmail: [known('d', bob)] })).toMatchObject({ kind: 'doubt' });
  });
});

it.each([
  ['Ana Ruiz', 'ana ruiz', false],
  ['José Núñez', 'Jose Nunez', false],
  ['Ben Ito', 'Benjamin Cole', false],
  ['B. Ito', 'Benjamin Cole', false],
  ['Ana Ruiz', 'Ruiz Ana', false],
  ['Ana Ruiz', 'Ana Smith', false],
  ['Ana Ruiz', 'Maria Ruiz-Lopez', false],
  ['Ana Ruiz', 'Bob Stone', true],
  ['Ana Ruiz', '', false],
  ['', '', false],
  ['王伟', '李娜', true],
])('%j and %j are other names: %s', (one, other, expected) => {
  const named = (name: string) => {
    const [firstName = '', lastName = ''] = name.split(' ');
    return { firstName, lastName };
  };
  expect(hasOtherName(named(one), named(other))).toBe(expected);
});
