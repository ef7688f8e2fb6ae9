import { expect, test } from 'vitest';
import type { User } from '../../../contract/users.ts';
import { makeAccount, makeUser } from '../../testing/make.ts';
import { makePaygAccount } from '../../testing/make-billing.ts';
import { nextOf, stepsFor } from './steps.ts';

const { seat, metadata, notifications } = makeUser();
const fresh: Partial<User> = {
  seat: seat && {
    ...seat,
    twilioNumber: null,
    twilioNumberFormatted: null,
    metadata: { ...seat.metadata, linkStatus: null },
  },
  metadata: { ...metadata, hasConversations: false },
  notifications: { ...notifications, browser: false, sound: false },
};
const linking: Partial<User> = {
  ...fresh,
  seat: seat && { ...seat, metadata: { ...seat.metadata, linkStatus: 'linking' } },
};
const active = { ...fresh, seat };
const draft = { isRequired: true, state: 'draft' } as const;
const alone = makeAccount({ type: 'personal', seats: { used: 1, pending: 0, available: 0, total: 1 } });
const team = makeAccount();
const free = makeAccount({ type: 'none', planType: 'free' });

test.each([
  ['a newcomer', { ...fresh, seat: null }, free, null, 'Choose a plan'],
  ['with a plan', fresh, alone, null, 'Get a number'],
  [
    'while the number is activating, with a carrier',
    linking,
    alone,
    draft,
    'Register your company with the carriers',
  ],
  ['while the number is activating', linking, alone, null, 'Turn on notifications'],
  ['on pay as you go, without texts', active, makePaygAccount(0), null, 'Buy a text package'],
  ['on pay as you go, with texts', active, makePaygAccount(200), null, 'Text your first candidate'],
  ['with a number', active, alone, null, 'Text your first candidate'],
  [
    'while carriers review the company',
    { ...active, metadata: { ...metadata, hasConversations: false, numberRegistered: false } },
    alone,
    { isRequired: true, state: 'submitted' } as const,
    'Turn on notifications',
  ],
  ['an admin of a team, after the rest', {}, team, null, 'Invite your team'],
  ['a member who was invited', { ...fresh, userType: 'member' as const }, team, null, 'Get a number'],
  [
    'a member without a number',
    {
      ...fresh,
      userType: 'member' as const,
      seat: seat && { ...seat, twilioNumber: null, seatType: 'nonTexter' as const },
    },
    team,
    null,
    'Turn on notifications',
  ],
])('%s: the next step', (_, over, account, registration, next) => {
  const user = makeUser({ notifications: { ...notifications, sound: true }, ...over });
  expect(nextOf(stepsFor(user, account, registration))?.name).toBe(next);
});

test('someone who has done it all has no next step', () => {
  const user = makeUser({ notifications: { ...notifications, browser: true } });
  const account = makeAccount({ seats: { used: 1, pending: 1, available: 1, total: 3 } });
  const steps = stepsFor(user, account, { isRequired: true, state: 'approved' });
  expect(steps.filter(({ isDone }) => !isDone)).toEqual([]);
  expect(nextOf(steps)).toBeUndefined();
});
