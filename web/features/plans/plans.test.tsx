import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Account } from '../../../contract/accounts.ts';
import { failures } from '../../../contract/failure.ts';
import { routes } from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import { paths } from '../../paths.ts';
import { createFakeApi, Refusal } from '../../testing/fake-api.ts';
import { makeAccount, makeUser } from '../../testing/make.ts';
import { fill, renderApp } from '../../testing/render-app.tsx';

const newcomer = { seat: null };
const free = makeAccount({
  type: 'none',
  planType: 'free',
  seats: { used: 0, pending: 0, available: 0, total: 0 },
});

function open({ user = newcomer, account = free }: { user?: Partial<User>; account?: Account } = {}) {
  const api = createFakeApi();
  api.answer(routes.getUser, makeUser(user));
  api.answer(routes.getAccount, account);
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  return renderApp(paths.planSelection, { api });
}

const card = async (title: string) => within(await screen.findByRole('region', { name: title }));

test('a team of five, billed yearly, leads on to getting a number', async () => {
  const { user, api, path } = open();
  expect(
    await screen.findByText("Billing isn't set up on this server, so you won't be charged."),
  ).toBeTruthy();
  api.answer(routes.changePlan, ({ body }) => {
    const chosen = makeAccount({ type: body.accountType, planType: body.planType });
    api.answer(routes.getAccount, chosen);
    api.answer(routes.getUser, makeUser({ seat: null }));
    return chosen;
  });
  api.answer(routes.updateAccount, ({ body }) => makeAccount({ ...free, name: body.name ?? '' }));
  const team = await card('Team unlimited');
  await user.click(team.getByRole('radio', { name: 'Annual' }));
  const recruiters = team.getByLabelText('Recruiters');
  await user.clear(recruiters);
  await user.type(recruiters, '5');
  const company = team.getByLabelText('Company name');
  await user.clear(company);
  await fill(user, company, ' Harbor Health ');
  await user.click(team.getByRole('button', { name: 'Choose team' }));
  await waitFor(() => expect(path()).toBe(paths.getNumber));
  expect(api.asked(routes.updateAccount).map(({ body }) => body)).toEqual([{ name: 'Harbor Health' }]);
  const [sent] = api.asked(routes.changePlan);
  expect(sent?.body).toEqual({ accountType: 'team', planType: 'annual', recruiters: 5 });
  expect(sent?.headers.get('idempotency-key')).toBeTruthy();
});

test('a team has a name; the name of a person is none', async () => {
  const { firstName, lastName } = makeUser();
  const { user, api } = open({ account: { ...free, name: `${firstName} ${lastName}` } });
  const team = await card('Team unlimited');
  expect(team.getByLabelText<HTMLInputElement>('Company name').value).toBe('');
  await user.click(team.getByRole('button', { name: 'Choose team' }));
  expect(team.getByText('The company name is required')).toBeTruthy();
  expect(api.asked(routes.changePlan)).toEqual([]);
});

test('the page waits behind its loader while the plan is changed', async () => {
  const { user, api, path } = open();
  const answer = Promise.withResolvers<Account>();
  api.answer(routes.changePlan, () => answer.promise);
  expect(screen.queryByText('Changing your plan...')).toBeNull();
  await user.click((await card('Pay as you go')).getByRole('button', { name: 'Choose pay as you go' }));
  expect(await screen.findByText('Changing your plan...')).toBeTruthy();
  answer.resolve(makeAccount({ type: 'personal', planType: 'payg' }));
  await waitFor(() => expect(path()).toBe(paths.getNumber));
  await waitFor(() => expect(screen.queryByText('Changing your plan...')).toBeNull());
});

test.each([
  ['', 'The number of recruiters is required'],
  ['2', 'A team needs at least 3 recruiters'],
  ['-5', 'A team needs at least 3 recruiters'],
  ['3.5', 'The number of recruiters must be a whole number'],
  ['1001', 'A team can have at most 1,000 seats'],
])('%j recruiters are refused at the field, and not made into another number', async (typed, sentence) => {
  const { user, api } = open();
  const team = await card('Team unlimited');
  await fill(user, team.getByLabelText('Company name'), 'Acme Staffing');
  const recruiters = team.getByLabelText<HTMLInputElement>('Recruiters');
  await user.clear(recruiters);
  if (typed) await user.type(recruiters, typed);
  await user.tab();
  await user.click(team.getByRole('button', { name: 'Choose team' }));
  expect(await team.findByText(sentence)).toBeTruthy();
  expect(document.activeElement).toBe(recruiters);
  expect(recruiters.value).toBe(typed);
  expect(api.asked(routes.changePlan)).toEqual([]);
});

test.each([
  ['Pay as you go', 'Choose pay as you go', { accountType: 'personal', planType: 'payg' }],
  ['Personal unlimited', 'Choose personal', { accountType: 'personal', planType: 'monthly' }],
])('%s asks for just that, once', async (title, button, body) => {
  const { user, api } = open();
  api.answer(routes.changePlan, makeAccount({ type: 'personal', planType: 'payg' }));
  await user.dblClick((await card(title)).getByRole('button', { name: button }));
  await waitFor(() => expect(api.asked(routes.changePlan).map((sent) => sent.body)).toEqual([body]));
});

test('more seats in use than the plan has is said, and nothing changes', async () => {
  const { user, api, path } = open({
    user: {},
    account: makeAccount({ seats: { used: 3, pending: 0, available: 0, total: 3 } }),
  });
  api.answer(routes.changePlan, new Refusal('seats_in_use'));
  const team = await card('Team unlimited');
  expect(team.getByText('Your plan')).toBeTruthy();
  expect(team.getByRole('button', { name: 'Update plan' })).toHaveProperty('disabled', true);
  await user.click((await card('Personal unlimited')).getByRole('button', { name: 'Choose personal' }));
  await user.click(await screen.findByRole('button', { name: 'Change plan' }));
  expect(await screen.findByText(failures.seats_in_use.message)).toBeTruthy();
  expect(path()).toBe(paths.planSelection);
});

test('fewer seats are a matter of a second click, after reading what goes with them', async () => {
  const { user, api } = open({
    user: {},
    account: makeAccount({ seats: { used: 1, pending: 0, available: 4, total: 5 } }),
  });
  api.answer(routes.changePlan, makeAccount({ seats: { used: 1, pending: 0, available: 3, total: 4 } }));
  const team = await card('Team unlimited');
  const recruiters = team.getByLabelText('Recruiters');
  await user.clear(recruiters);
  await user.type(recruiters, '4');
  await user.click(team.getByRole('button', { name: 'Update plan' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Keep 4 seats?' }));
  expect(dialog.getByText('Texts scheduled from that number are canceled.')).toBeTruthy();
  expect(api.asked(routes.changePlan)).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.asked(routes.changePlan)).toEqual([]);
  await user.click(team.getByRole('button', { name: 'Update plan' }));
  await user.click(await screen.findByRole('button', { name: 'Change plan' }));
  await waitFor(() =>
    expect(api.asked(routes.changePlan).map(({ body }) => body)).toEqual([
      { accountType: 'team', planType: 'monthly', recruiters: 4 },
    ]),
  );
});

test('a member of a team with an unlimited plan is led to the account', async () => {
  const { path } = open({ user: { userType: 'member' }, account: makeAccount({ planType: 'annual' }) });
  await waitFor(() => expect(path()).toBe(paths.account));
});

test('a member of a company without a plan can look, not choose', async () => {
  open({ user: { userType: 'member', seat: null } });
  expect(await screen.findByText(/Only an admin at your company can choose a plan/)).toBeTruthy();
  const personal = await card('Personal unlimited');
  expect(personal.getByRole('button', { name: 'Choose personal' })).toHaveProperty('disabled', true);
});
