import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Account } from '../../../contract/accounts.ts';
import * as routes from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import { paths } from '../../paths.ts';
import { createFakeApi, Refusal } from '../../testing/fake-api.ts';
import { makeAccount, makeUser, makeUserSession } from '../../testing/make.ts';
import { fill, renderApp } from '../../testing/render-app.tsx';

function open(user: Partial<User> = {}, address: string = paths.account, account = makeAccount()) {
  const api = createFakeApi();
  const stored = makeUser(user);
  api.answer(routes.getUser, stored);
  api.answer(routes.getAccount, account);
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.getUserTextAnalytics, { totalSentMessages: 1234, totalReceivedMessages: 56 });
  api.answer(routes.listSessions, [makeUserSession({ isCurrent: true })]);
  api.answer(routes.updateUser, ({ body }) => ({
    ...stored,
    firstName: body.firstName ?? stored.firstName,
    undoSeconds: body.undoSeconds ?? stored.undoSeconds,
  }));
  return renderApp(address, { api });
}

test('a changed profile is saved and shown everywhere', async () => {
  const { user, api } = open();
  const first = await screen.findByLabelText('First name');
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save profile' });
  expect(save.disabled).toBe(true);
  await user.clear(first);
  await fill(user, first, 'Daniela');
  await user.type(screen.getByLabelText('Your personal phone'), '4155550142');
  const undo = screen.getByLabelText('Time to undo a text');
  await user.clear(undo);
  await user.type(undo, '12');
  const timezone = screen.getByLabelText('Time zone', { selector: 'input' });
  await user.clear(timezone);
  await user.type(timezone, 'honol');
  await user.click(await screen.findByText('Hawaii (Honolulu)'));
  await user.click(save);
  expect(await screen.findByText('Profile updated')).toBeTruthy();
  expect(api.asked(routes.updateUser).map(({ body }) => body)).toEqual([
    {
      firstName: 'Daniela',
      lastName: 'Reed',
      phoneNumber: '(415) 555-0142',
      timezone: 'Pacific/Honolulu',
      undoSeconds: 12,
      opensWith: 'account',
    },
  ]);
  // In the menu, and on the contact card.
  expect(screen.getAllByText('Daniela Reed')).toHaveLength(2);
});

test('where Hiretext opens is a choice, and no choice where it was left alone', async () => {
  const { user, api } = open({ opensWith: null });
  const first = await screen.findByLabelText('First name');
  await fill(user, first, 'n');
  await user.click(screen.getByRole('button', { name: 'Save profile' }));
  await waitFor(() => expect(api.asked(routes.updateUser)).toHaveLength(1));
  expect(api.asked(routes.updateUser)[0]?.body).not.toHaveProperty('opensWith');
  await screen.findByText('Profile updated');
  await user.click(screen.getByRole('radio', { name: 'Messages' }));
  await user.click(screen.getByRole('button', { name: 'Save profile' }));
  await waitFor(() => expect(api.asked(routes.updateUser)[1]?.body.opensWith).toBe('messages'));
});

test.each(['free', 'payg', 'monthly'] as const)(
  'texts are counted since a day, on the %s plan',
  async (planType) => {
    const { user, api } = open({}, paths.account, makeAccount({ planType }));
    expect(await screen.findByText('1,234 sent, 56 received')).toBeTruthy();
    const since = screen.getByLabelText<HTMLInputElement>('Since');
    expect(api.asked(routes.getUserTextAnalytics)[0]?.query).toEqual({ date: since.value });
    expect(since.value).toMatch(/^\d{4}-\d{2}-01$/);
    await user.clear(since);
    await user.type(since, '2026-01-15');
    await waitFor(() =>
      expect(api.asked(routes.getUserTextAnalytics).at(-1)?.query).toEqual({ date: '2026-01-15' }),
    );
  },
);

test('a refused number stands at its field', async () => {
  const { user, api } = open();
  api.answer(routes.updateUser, new Refusal('invalid', { phoneNumber: ['Must be a valid phone number'] }));
  await user.type(await screen.findByLabelText('Your personal phone'), '12');
  await user.click(screen.getByRole('button', { name: 'Save profile' }));
  expect(await screen.findByText('Must be a valid phone number')).toBeTruthy();
  expect(screen.queryByText('Profile updated')).toBeNull();
});

test('a field shows its error, and its success once something good is entered', async () => {
  const { user } = open();
  const first = await screen.findByLabelText('First name');
  expect(first.hasAttribute('data-success')).toBe(false);
  await fill(user, first, 'a');
  expect(first.hasAttribute('data-success')).toBe(true);
  await user.clear(first);
  expect(first.hasAttribute('data-success')).toBe(false);
  await fill(user, screen.getByLabelText('Last name'), 's');
  await user.click(screen.getByRole('button', { name: 'Save profile' }));
  expect(await screen.findByText('The first name is required')).toBeTruthy();
  expect(first.getAttribute('aria-invalid')).toBe('true');
});

test('an admin renames the company; a member does not see the form', async () => {
  const { user, api } = open({}, paths.accountCompany);
  api.answer(routes.updateAccount, ({ body }) => makeAccount({ name: body.name ?? '' }));
  const name = await screen.findByLabelText('Company name');
  await user.clear(name);
  await user.click(screen.getByRole('button', { name: 'Save company' }));
  expect(await screen.findByText('The company name is required')).toBeTruthy();
  await fill(user, name, 'Harbor Health');
  await user.click(screen.getByRole('button', { name: 'Save company' }));
  expect(await screen.findByText('Company updated')).toBeTruthy();
  expect(api.asked(routes.updateAccount).map(({ body }) => body)).toEqual([{ name: 'Harbor Health' }]);
  expect(screen.getByTitle('Harbor Health')).toBeTruthy();
});

test('an admin counts clicks where the server has short links', async () => {
  const linkClicks = { isCounted: false, sample: 'https://go.harborview.example/l/xxxxxxxxx' };
  const { user, api } = open({}, paths.accountCompany, makeAccount({ linkClicks }));
  api.answer(routes.updateAccount, ({ body }) =>
    makeAccount({ linkClicks: { ...linkClicks, isCounted: body.countLinkClicks ?? false } }),
  );
  const count = await screen.findByRole('switch', { name: /^Count clicks/ });
  screen.getByText(/short links at go\.harborview\.example\./);
  await user.click(count);
  await screen.findByText('Company updated');
  expect(count).toHaveProperty('checked', true);
  expect(api.asked(routes.updateAccount)[0]?.body).toEqual({ countLinkClicks: true });
});

test('an admin of a team lets admins compare people', async () => {
  const { user, api, unmount } = open({}, paths.accountCompany);
  api.answer(routes.updateAccount, ({ body }) =>
    makeAccount({ comparesPeople: body.comparesPeople ?? false }),
  );
  const compare = await screen.findByRole('switch', { name: /^Let admins compare people/ });
  expect(compare).toHaveProperty('checked', false);
  await user.click(compare);
  await screen.findByText('Company updated');
  expect(compare).toHaveProperty('checked', true);
  expect(api.asked(routes.updateAccount).map(({ body }) => body)).toEqual([{ comparesPeople: true }]);
  unmount();
  open({}, paths.accountCompany, makeAccount({ type: 'personal' }));
  await screen.findByLabelText('Company name');
  expect(screen.queryByRole('switch', { name: /^Let admins compare people/ })).toBeNull();
});

test('a member sees no company form and no change of plan', async () => {
  open({ userType: 'member' }, paths.accountCompany);
  await screen.findByText('Plan');
  expect(screen.queryByRole('switch', { name: /^Let admins compare people/ })).toBeNull();
  expect(screen.queryByLabelText('Company name')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Change plan' })).toBeNull();
  expect(screen.getByText('Team unlimited, billed monthly')).toBeTruthy();
  expect(screen.getByText('1 of 3 seats in use')).toBeTruthy();
});

test('each part of the account has its own address', async () => {
  const { user, path } = open();
  const parts = within(await screen.findByRole('navigation', { name: 'Account' }));
  for (const [part, heading] of [
    ['Notifications', 'Notifications'],
    ['Availability', 'Out of office'],
    ['Security', 'Password'],
    ['Company', 'Plan'],
    ['Profile', 'Your number'],
  ] as const) {
    await user.click(parts.getByRole('link', { name: part }));
    expect(await screen.findByRole('heading', { name: heading, level: 2 })).toBeTruthy();
  }
  expect(path()).toBe(paths.account);
});

test('the menu at the bottom has the account, the appearance, the shortcuts and the way out', async () => {
  // happy-dom has no layout, so the menu can't take the focus, and the warning about it prints the whole page.
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { user, api, path, router } = open();
  const menu = async () => {
    await user.click(await screen.findByRole('button', { name: /, settings$/ }));
    return within(await screen.findByLabelText('Settings'));
  };
  expect((await menu()).getByRole('link', { name: 'Account', hidden: true })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Dark', hidden: true }));
  await waitFor(() =>
    expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('dark'),
  );
  await user.click(screen.getByRole('button', { name: 'Keyboard shortcuts', hidden: true }));
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
  await user.keyboard('{Escape}');
  // Even if the server refuses, this browser forgets the person.
  api.answer(routes.logout, new Refusal('unavailable'));
  await user.click((await menu()).getByRole('button', { name: 'Sign out', hidden: true }));
  await waitFor(() => expect(path()).toBe(paths.login));
  // The next person doesn't land where this one was.
  expect(router.state.location.search).toEqual({});
  expect(localStorage.getItem('hiretext:token')).toBeNull();
  // Not by going back, either.
  await act(() => router.navigate({ to: paths.candidates }));
  await waitFor(() => expect(path()).toBe(paths.login));
  expect(router.state.location.search).toEqual({});
});

test('what is left to do before the first text stands on top, with the next step, until it is hidden', async () => {
  const { notifications, metadata } = makeUser();
  const { user } = open({
    metadata: { ...metadata, hasConversations: false },
    notifications: { ...notifications, browser: false, sound: false },
  });
  const start = within(await screen.findByRole('region', { name: 'Get started' }));
  expect(start.getByText('2 of 5 done')).toBeTruthy();
  expect(start.getByRole('link', { name: 'New conversation: Text your first candidate' })).toBeTruthy();
  expect(start.getByRole('link', { name: 'Choose notifications: Turn on notifications' })).toBeTruthy();
  await user.click(start.getByRole('button', { name: 'Hide' }));
  expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull();
});

test('an admin limits texts without an answer, and lets candidates check numbers', async () => {
  const { user, api } = open({}, paths.accountCompany);
  api.answer(routes.updateAccount, ({ body }) => makeAccount(body as Partial<Account>));
  const limit = await screen.findByLabelText<HTMLSelectElement>("Texts to someone who doesn't answer");
  expect(limit.value).toBe('3');
  await user.selectOptions(limit, 'No limit');
  await waitFor(() => expect(limit.value).toBe(''));
  await user.click(screen.getByRole('switch', { name: /^One unanswered text at a time/ }));
  await user.click(screen.getByRole('switch', { name: /^Let candidates check your numbers/ }));
  await user.click(screen.getByRole('switch', { name: /^Let assistants connect/ }));
  await waitFor(() =>
    expect(api.asked(routes.updateAccount).map(({ body }) => body)).toEqual([
      { coldTextsPerWeek: null },
      { oneUnansweredColdText: true },
      { numberPageEnabled: true },
      { mcpEnabled: true },
    ]),
  );
});
