import { expect, it } from 'vitest';
import { type Person, scopeOf } from './rules.ts';

const me = (userType: Person['userType']): Person => ({
  id: 'me',
  userType,
  isLeaving: false,
  isDeactivated: false,
});
const other = (userType: Person['userType'], state: Partial<Person> = {}): Person => ({
  id: Math.random().toString(),
  userType,
  isLeaving: false,
  isDeactivated: false,
  ...state,
});

it.each<[string, Person[], 'user' | 'account' | 'last_admin']>([
  ['alone', [me('admin')], 'account'],
  ['an admin beside another', [me('admin'), other('admin')], 'user'],
  ['an admin beside members only', [me('admin'), other('member')], 'last_admin'],
  ['a member beside an admin', [me('member'), other('admin')], 'user'],
  ['a member beside a member', [me('member'), other('member')], 'user'],
  [
    'the other admin leaves too',
    [me('admin'), other('admin', { isLeaving: true }), other('member')],
    'last_admin',
  ],
  [
    'the other admin is deactivated',
    [me('admin'), other('admin', { isDeactivated: true }), other('member')],
    'last_admin',
  ],
  [
    'everybody else leaves or is deactivated',
    [me('admin'), other('member', { isLeaving: true }), other('admin', { isDeactivated: true })],
    'account',
  ],
])('%s', (_, people, expected) => {
  const scope = () => scopeOf(people, 'me');
  if (expected === 'last_admin') expect(scope).toThrow(/only admin/);
  else expect(scope()).toBe(expected);
});
