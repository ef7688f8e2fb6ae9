import { expect, it } from 'vitest';
import { type AccountUser, requireScope, type Scope, scopeOf } from './rules.ts';

const me = (userType: AccountUser['userType']): AccountUser => ({
  id: 'me',
  userType,
  isLeaving: false,
  isDeactivated: false,
  isService: false,
});
const other = (userType: AccountUser['userType'], state: Partial<AccountUser> = {}): AccountUser => ({
  id: Math.random().toString(),
  userType,
  isLeaving: false,
  isDeactivated: false,
  isService: false,
  ...state,
});

it.each<[string, AccountUser[], Scope | null]>([
  ['alone', [me('admin')], 'account'],
  ['an admin beside another', [me('admin'), other('admin')], 'user'],
  ['an admin beside members only', [me('admin'), other('member')], null],
  ['an admin beside services only', [me('admin'), other('member', { isService: true })], 'account'],
  ['a member beside an admin', [me('member'), other('admin')], 'user'],
  ['a member beside a member', [me('member'), other('member')], 'user'],
  ['the other admin leaves too', [me('admin'), other('admin', { isLeaving: true }), other('member')], null],
  [
    'the other admin is deactivated',
    [me('admin'), other('admin', { isDeactivated: true }), other('member')],
    null,
  ],
  [
    'everybody else leaves or is deactivated',
    [me('admin'), other('member', { isLeaving: true }), other('admin', { isDeactivated: true })],
    'account',
  ],
])('%s', (_, people, expected) => {
  expect(scopeOf(people, 'me')).toBe(expected);
});

it('deletes what was shown, and nothing else', () => {
  expect(requireScope('user', 'user')).toBe('user');
  expect(requireScope('account', undefined)).toBe('account');
  expect(() => requireScope('account', 'user')).toThrow(/something else would be deleted/);
  expect(() => requireScope(null, 'user')).toThrow(/only admin/);
});
