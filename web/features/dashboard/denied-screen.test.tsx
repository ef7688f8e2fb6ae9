import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { PAID_PLANS, UNLIMITED_PLANS } from '../../../contract/access.ts';
import type { Account } from '../../../contract/accounts.ts';
import * as routes from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import type { Missed } from '../../lib/session/access.ts';
import { paths } from '../../paths.ts';
import { createFakeApi } from '../../testing/fake-api.ts';
import { makeAccount, makeId, makeUser } from '../../testing/make.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { DeniedScreen } from './denied-screen.tsx';

afterEach(cleanup);

async function deny(
  missed: Missed,
  { user, account }: { user?: Partial<User>; account?: Partial<Account> } = {},
) {
  const root = createRootRoute({
    component: () => <DeniedScreen missed={missed} user={makeUser(user)} account={makeAccount(account)} />,
  });
  const router = createRouter({ routeTree: root, history: createMemoryHistory() });
  render(
    <MantineProvider>
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  const heading = await screen.findByRole('heading');
  return {
    title: heading.textContent,
    text: heading.nextElementSibling?.textContent,
    links: screen.getAllByRole('link').map((link) => `${link.textContent} ${link.getAttribute('href')}`),
  };
}

const member = { userType: 'member' } as const;
const hiringManager = {
  ...member,
  seat: {
    id: makeId(),
    seatRole: 'hiringManager',
    seatType: 'texter',
    twilioNumber: null,
    twilioNumberFormatted: null,
    metadata: { linkStatus: null, linkRejection: null, isLandline: false },
  },
} as const;
const unlimited: Missed = { missing: 'plan', plans: UNLIMITED_PLANS };
const toAccount = 'Go to Account /dashboard/account';
const toPlans = 'See plans /dashboard/plan-selection';

test.each<[string, Missed, Parameters<typeof deny>[1], string, string, string[]]>([
  ['an admin', { missing: 'admin' }, { user: member }, 'Only an admin can open this.', 'Ask Dana Reed.', []],
  [
    'an admin, when no one is known',
    { missing: 'admin' },
    { user: member, account: { admins: [] } },
    'Only an admin can open this.',
    'Ask an admin at your company.',
    [],
  ],
  [
    'an admin, of several',
    { missing: 'admin' },
    {
      user: member,
      account: {
        admins: [
          { firstName: 'Dana', lastName: 'Reed' },
          { firstName: 'Sam', lastName: 'Lee' },
          { firstName: 'Ann', lastName: 'Poe' },
        ],
      },
    },
    'Only an admin can open this.',
    'Ask Dana Reed, Sam Lee, or Ann Poe.',
    [],
  ],
  [
    'a recruiter seat',
    { missing: 'recruiterSeat' },
    { user: hiringManager },
    'You need a recruiter seat.',
    'You have a hiring manager seat. Ask Dana Reed to change it.',
    [],
  ],
  [
    'any seat',
    { missing: 'recruiterSeat' },
    { user: { ...member, seat: null } },
    'You need a recruiter seat.',
    'Ask Dana Reed for one.',
    [],
  ],
  [
    'a team',
    { missing: 'teamAccount' },
    { account: { type: 'personal' } },
    'You need a team account.',
    'Choose a team plan to get one.',
    [toPlans],
  ],
  [
    'a team, for a member',
    { missing: 'teamAccount' },
    { user: member },
    'You need a team account.',
    'Ask Dana Reed to change the plan.',
    [],
  ],
  [
    'a plan',
    unlimited,
    { account: { planType: 'payg' } },
    'You need a monthly or annual plan.',
    "You're on the pay as you go plan.",
    [toPlans],
  ],
  [
    'a plan, for a member',
    unlimited,
    { user: member, account: { planType: 'free' } },
    'You need a monthly or annual plan.',
    "You don't have a plan yet. Ask Dana Reed to choose one.",
    [],
  ],
  [
    'any plan',
    { missing: 'plan', plans: PAID_PLANS },
    { account: { planType: 'free' } },
    'You need a plan.',
    "You don't have a plan yet.",
    [toPlans],
  ],
])('%s is missing', async (_, missed, people, title, text, links) => {
  expect(await deny(missed, people)).toEqual({ title, text, links: [...links, toAccount] });
});

function apiOf(user: User, account: Account) {
  const api = createFakeApi();
  api.answer(routes.getUser, user);
  api.answer(routes.getAccount, account);
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  return api;
}

test.each([
  '/dashboard/get-number',
  '/dashboard/GET-Number',
  '/dashboard/get%2Dnumber',
  '/dashboard/get-number/',
])('however it is written, %s is closed', async (address) => {
  renderApp(address, { api: apiOf(makeUser(), makeAccount()) });
  const heading = await screen.findByRole('heading', { name: 'You already have a number.' });
  expect(heading.previousElementSibling?.textContent).toBe('Get a number');
});

test('the way from a closed screen to an open one is free, and back again closed', async () => {
  const { user, router, path } = renderApp(paths.getNumber, { api: apiOf(makeUser(), makeAccount()) });
  await user.click(await screen.findByRole('link', { name: 'Go to Account' }));
  await waitFor(() => expect(path()).toBe(paths.account));
  expect(await screen.findByRole('heading', { name: 'Account', level: 1 })).toBeTruthy();
  await router.preloadRoute({ to: paths.getNumber });
  expect(screen.getByRole('heading', { name: 'Account', level: 1 })).toBeTruthy();
  await router.navigate({ to: paths.getNumber });
  expect(await screen.findByRole('heading', { name: 'You already have a number.' })).toBeTruthy();
});

test('the sidebar shows what its person may open', async () => {
  const withoutNumber = makeUser({ seat: { ...hiringManager.seat, seatRole: 'recruiter' } });
  renderApp(paths.account, { api: apiOf(withoutNumber, makeAccount()) });
  const links = () =>
    [...screen.getByRole('navigation', { name: 'Main' }).querySelectorAll('a')].map(
      (link) => link.textContent,
    );
  await screen.findAllByRole('link', { name: 'Get a number' });
  expect(links()).toEqual([
    'Messages',
    'Scheduled',
    'Follow-ups',
    'Broadcasts',
    'Candidates',
    'Jobs',
    'Calendars',
    'Get a number',
    'Templates',
    'Automations',
    'Analytics',
    'Delivery',
    'Account',
    'Team',
    'Integrations',
    'Billing',
  ]);
  cleanup();
  const member = { ...withoutNumber, userType: 'member' as const };
  renderApp(paths.account, { api: apiOf(member, makeAccount()) });
  await screen.findAllByRole('link', { name: 'Get a number' });
  expect(links()).toEqual([
    'Messages',
    'Scheduled',
    'Follow-ups',
    'Broadcasts',
    'Candidates',
    'Jobs',
    'Calendars',
    'Get a number',
    'Templates',
    'Automations',
    'Analytics',
    'Settings',
  ]);
  cleanup();
  renderApp(paths.account, { api: apiOf(withoutNumber, makeAccount({ type: 'none', planType: 'free' })) });
  await screen.findByRole('heading', { name: 'Account', level: 1 });
  await screen.findByText('Choose a plan first, then pick your number.');
  // What a plan would bring.
  expect(links()).toEqual([
    'Messages',
    'Scheduled',
    'Follow-ups',
    'Broadcasts',
    'Candidates',
    'Jobs',
    'Calendars',
    'Templates',
    'Automations',
    'Account',
    'Integrations',
    'Billing',
  ]);
});
