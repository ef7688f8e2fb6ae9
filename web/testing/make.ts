import type { Account } from '../../contract/accounts.ts';
import type { User } from '../../contract/users.ts';

/** Valid values of the contract for tests, each overridable. */

let count = 0;
export function makeId(): string {
  count += 1;
  return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
}

export function makeUser(over: Partial<User> = {}): User {
  return {
    id: makeId(),
    accountId: makeId(),
    firstName: 'Dana',
    lastName: 'Reed',
    email: 'dana@acme.example',
    phoneNumber: null,
    timezone: 'America/New_York',
    userType: 'admin',
    undoSeconds: 0,
    seat: {
      id: makeId(),
      seatRole: 'recruiter',
      twilioNumber: '+14155550100',
      twilioNumberFormatted: '(415) 555-0100',
      metadata: { linkStatus: 'linked' },
    },
    ...over,
  };
}

export function makeAccount(over: Partial<Account> = {}): Account {
  return {
    id: makeId(),
    name: 'Acme Staffing',
    type: 'team',
    planType: 'monthly',
    seats: { used: 1, available: 2, total: 3 },
    ...over,
  };
}
