import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Account } from '../../../contract/accounts.ts';
import { failures } from '../../../contract/failure.ts';
import * as routes from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import { paths } from '../../paths.ts';
import { answerBilling, withSandbox } from '../../testing/billing-api.ts';
import { createFakeApi, Refusal } from '../../testing/fake-api.ts';
import { makeAccount, makeUser } from '../../testing/make.ts';
import { makeCard, makePaygAccount, makePlans, makePreview } from '../../testing/make-billing.ts';
import { fill, renderApp } from '../../testing/render-app.tsx';

const newcomer = { seat: null };
const { subscriptionInfo } = makeAccount();
const free = makeAccount({
  type: 'none',
  planType: 'free',
  seats: { used: 0, pending: 0, available: 0, total: 0 },
  subscriptionInfo: { ...subscriptionInfo, status: 'none', renewsAt: null, seats: 0 },
});

function open({
  user = newcomer,
  account = free,
  at = paths.planSelection,
}: {
  user?: Partial<User>;
  account?: Account;
  at?: string;
} = {}) {
  const api = withSandbox(createFakeApi());
  answerBilling(api);
  api.answer(routes.getUser, makeUser(user));
  api.answer(routes.getAccount, account);
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  const view = renderApp(at, { api });
  return { ...view, api };
}

const card = async (title: string) => within(await screen.findByRole('region', { name: title }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('prices are those of the server, by the month and by the year', async () => {
  const { user } = open();
  const payg = await card('Pay as you go');
  expect(payg.getByText('$15 per month')).toBeTruthy();
  for (const text of [
    'For texting now and then.',
    'A small fee each month, and packages of texts.',
    'A credit card.',
    'Text packages from 200',
    'Long texts count as several.',
  ])
    expect(payg.getByText(text)).toBeTruthy();
  const personal = await card('Personal unlimited');
  const team = await card('Team unlimited');
  expect(personal.getByText('$29 per month')).toBeTruthy();
  expect(team.getByText('$25 per recruiter per month')).toBeTruthy();
  expect(team.getByText('3 recruiters: $75 per month')).toBeTruthy();
  expect(team.queryByRole('switch', { name: /Pay by invoice/ })).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'Yearly' }));
  expect(payg.getByText('$15 per month')).toBeTruthy();
  expect(personal.getByText('$290 per year')).toBeTruthy();
  expect(personal.getByText('$58 less than paying by the month')).toBeTruthy();
  expect(team.getByText('3 recruiters: $750 per year')).toBeTruthy();
  expect(team.getByRole('switch', { name: /Pay by invoice/ })).toBeTruthy();
});

test('a plan without a price is free, and shows it when chosen', async () => {
  const { user, api } = open();
  api.answer(routes.getPlans, makePlans({ personal: 0, personalAnnual: 0, team: 0, teamAnnual: 0 }));
  api.answer(
    routes.previewPlan,
    makePreview({ dueNowCents: 0, renewalCents: 0, lines: [], seatsAfter: 1, cardRequired: false }),
  );
  const personal = await card('Personal unlimited');
  expect(personal.getByText('Free')).toBeTruthy();
  // Its requirements ask for a card.
  expect(personal.getByText("Your card isn't charged while this plan is free.")).toBeTruthy();
  expect((await card('Team unlimited')).queryByText(/3 recruiters:/)).toBeNull();
  await user.click(personal.getByRole('button', { name: 'Choose personal' }));
  const asked = await dialog('Personal unlimited, monthly');
  expect(await asked.findByText('Renews on December 20, 2026 at no charge.')).toBeTruthy();
  expect(asked.getByText('Nothing')).toBeTruthy();
  expect(asked.getByRole('button', { name: 'Choose plan' })).toBeTruthy();
});

test('pay as you go, with a card that is typed on the way', async () => {
  const { user, api, path } = open();
  api.answer(routes.getCard, null);
  api.answer(
    routes.previewPlan,
    makePreview({
      lines: [{ description: 'Pay as you go', amountCents: 1500 }],
      dueNowCents: 1500,
      renewalCents: 1500,
      seatsAfter: 1,
      cardRequired: true,
      remainingTextsAfter: 0,
    }),
  );
  api.answer(routes.updateCard, makeCard());
  api.answer(routes.changePlan, makePaygAccount(0));
  await user.click((await card('Pay as you go')).getByRole('button', { name: 'Choose pay as you go' }));
  const asked = await dialog('Pay as you go');
  expect(await asked.findByText('Renews on December 20, 2026 for $15, then every month.')).toBeTruthy();
  expect(asked.getByText('Texts come in packages. Buy the first one under Billing.')).toBeTruthy();
  expect(await asked.findByText(/Nothing is charged on this server/)).toBeTruthy();
  const pay = asked.getByRole('button', { name: 'Pay $15' });

  await user.click(pay);
  expect(asked.getByText('The full name is required')).toBeTruthy();
  expect(asked.getByText('The card number is required')).toBeTruthy();
  await fill(user, asked.getByLabelText('Full name'), 'Dana');
  await user.type(asked.getByLabelText('Card number'), '424242424242424');
  await user.type(asked.getByLabelText('Expiry date'), '420');
  await user.type(asked.getByLabelText('Security code'), '123');
  await user.click(pay);
  expect(asked.getByText('Full name must consist of first and last name')).toBeTruthy();
  expect(asked.getByText('Card number must be 16 digits')).toBeTruthy();
  expect(asked.getByText('Your card is alredy expired')).toBeTruthy();
  expect(api.cards).toEqual([]);

  await user.type(asked.getByLabelText('Full name'), ' Reed');
  await user.type(asked.getByLabelText('Card number'), '2');
  expect(asked.getByLabelText<HTMLInputElement>('Card number').value).toBe('4242 4242 4242 4242');
  await user.clear(asked.getByLabelText('Expiry date'));
  await user.type(asked.getByLabelText('Expiry date'), '0499');
  expect(asked.getByLabelText<HTMLInputElement>('Expiry date').value).toBe('04/99');
  await user.dblClick(pay);
  await waitFor(() => expect(path()).toBe(paths.getNumber));
  expect(api.cards).toEqual([{ name: 'Dana Reed', number: '4242424242424242', expiry: '0499', cvc: '123' }]);
  expect(api.asked(routes.updateCard).map(({ body }) => body)).toEqual([
    { paymentMethodId: 'pm_1', name: 'Dana Reed' },
  ]);
  const [sent, ...more] = api.asked(routes.changePlan);
  expect(sent?.body).toEqual({ accountType: 'personal', planType: 'payg' });
  expect(sent?.headers.get('idempotency-key')).toBeTruthy();
  expect(more).toEqual([]);
  expect(screen.getByText('Plan updated')).toBeTruthy();
});

test('a team of five, billed yearly by invoice, leads on to getting a number', async () => {
  const { user, api, path } = open();
  api.answer(routes.updateAccount, ({ body }) => makeAccount({ ...free, name: body.name ?? '' }));
  api.answer(routes.changePlan, ({ body }) => {
    const chosen = makeAccount({ type: body.accountType, planType: body.planType });
    api.answer(routes.getAccount, chosen);
    return chosen;
  });
  api.answer(
    routes.previewPlan,
    makePreview({
      lines: [{ description: 'Team unlimited, yearly: 5 recruiters', amountCents: 125_000 }],
      dueNowCents: 125_000,
      renewalCents: 125_000,
      renewsAt: '2027-11-20T15:00:00.000Z',
      seatsAfter: 5,
    }),
  );
  const team = await card('Team unlimited');
  await user.click(screen.getByRole('radio', { name: 'Yearly' }));
  await user.click(team.getByRole('switch', { name: /Pay by invoice/ }));
  const recruiters = team.getByLabelText('Recruiters');
  await user.clear(recruiters);
  await user.type(recruiters, '5');
  expect(team.getByText('5 recruiters: $1,250 per year')).toBeTruthy();
  const company = team.getByLabelText('Company name');
  await user.clear(company);
  await fill(user, company, ' Harbor Health ');
  await user.click(team.getByRole('button', { name: 'Choose team' }));
  const asked = await dialog('Team unlimited, yearly');
  expect(
    await asked.findByText('The next invoice, for $1,250, comes on November 20, 2027, then every year.'),
  ).toBeTruthy();
  expect(asked.getByText('Invoiced now, due in 30 days')).toBeTruthy();
  expect(asked.getByText("You'll have 5 seats.")).toBeTruthy();
  expect(asked.queryByText(/Visa/)).toBeNull();
  expect(api.asked(routes.previewPlan).at(-1)?.query).toEqual({
    accountType: 'team',
    planType: 'annual',
    recruiters: 5,
    billing: 'invoicing',
  });
  await user.click(asked.getByRole('button', { name: 'Choose plan' }));
  await waitFor(() => expect(path()).toBe(paths.getNumber));
  expect(api.asked(routes.updateAccount).map(({ body }) => body)).toEqual([{ name: 'Harbor Health' }]);
  expect(api.asked(routes.changePlan).map(({ body }) => body)).toEqual([
    { accountType: 'team', planType: 'annual', recruiters: 5, billing: 'invoicing' },
  ]);
});

test('a team has a name; the name of a person is none', async () => {
  const { firstName, lastName } = makeUser();
  const { user, api } = open({ account: { ...free, name: `${firstName} ${lastName}` } });
  const team = await card('Team unlimited');
  expect(team.getByLabelText<HTMLInputElement>('Company name').value).toBe('');
  await user.click(team.getByRole('button', { name: 'Choose team' }));
  expect(team.getByText('The company name is required')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(api.asked(routes.changePlan)).toEqual([]);
});

test('the page waits behind its loader while the plan is changed', async () => {
  const { user, api, path } = open();
  const answer = Promise.withResolvers<Account>();
  api.answer(routes.changePlan, () => answer.promise);
  expect(screen.queryByText('Changing your plan...')).toBeNull();
  await user.click((await card('Pay as you go')).getByRole('button', { name: 'Choose pay as you go' }));
  await user.click(await screen.findByRole('button', { name: 'Pay $75' }));
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
  expect(api.asked(routes.previewPlan)).toEqual([]);
});

test('personal unlimited can be paid by the year, with the card there is', async () => {
  const { user, api } = open();
  api.answer(routes.changePlan, makeAccount({ type: 'personal', planType: 'annual' }));
  api.answer(routes.previewPlan, makePreview({ dueNowCents: 29_000, renewalCents: 29_000, seatsAfter: 1 }));
  const personal = await card('Personal unlimited');
  await user.click(screen.getByRole('radio', { name: 'Yearly' }));
  await user.click(personal.getByRole('button', { name: 'Choose personal' }));
  const asked = await dialog('Personal unlimited, yearly');
  expect(await asked.findByText(/We'll charge Visa ending in 4242/)).toBeTruthy();
  await user.click(asked.getByRole('button', { name: 'Pay $290' }));
  await waitFor(() =>
    expect(api.asked(routes.changePlan).map(({ body }) => body)).toEqual([
      { accountType: 'personal', planType: 'annual' },
    ]),
  );
  expect(api.cards).toEqual([]);
});

test('what is left of the plan before is set off', async () => {
  const { user, api } = open({
    user: {},
    account: makeAccount({ seats: { used: 1, pending: 0, available: 2, total: 3 } }),
  });
  api.answer(
    routes.previewPlan,
    makePreview({
      lines: [
        { description: 'Unused time on 3 × Team unlimited, monthly', amountCents: -7500 },
        { description: 'Personal unlimited, monthly', amountCents: 2900 },
      ],
      dueNowCents: 0,
      renewalCents: 2900,
      seatsBefore: 3,
      seatsAfter: 1,
    }),
  );
  await user.click((await card('Personal unlimited')).getByRole('button', { name: 'Choose personal' }));
  const asked = await dialog('Personal unlimited, monthly');
  expect(await asked.findByText('-$75')).toBeTruthy();
  expect(asked.getByText('$46 is credited toward your next payments.')).toBeTruthy();
});

test('a declined card shows an error at its number; another card is another payment', async () => {
  const { user, api, path } = open();
  api.answer(routes.changePlan, new Refusal('card_declined'));
  await user.click((await card('Personal unlimited')).getByRole('button', { name: 'Choose personal' }));
  const asked = await dialog('Personal unlimited, monthly');
  await user.click(await asked.findByRole('button', { name: 'Pay $75' }));
  const number = await asked.findByLabelText('Card number');
  expect(await asked.findByText(failures.card_declined.message)).toBeTruthy();
  expect(path()).toBe(paths.planSelection);
  await fill(user, asked.getByLabelText('Full name'), 'Dana Reed');
  await fill(user, number, '4242424242424242');
  await fill(user, asked.getByLabelText('Expiry date'), '0499');
  await fill(user, asked.getByLabelText('Security code'), '123');
  expect(asked.queryByText(failures.card_declined.message)).toBeNull();
  api.answer(routes.updateCard, makeCard());
  api.answer(routes.changePlan, makeAccount({ type: 'personal' }));
  await user.click(asked.getByRole('button', { name: 'Pay $75' }));
  await waitFor(() => expect(path()).toBe(paths.getNumber));
  const keys = api.asked(routes.changePlan).map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keys).size).toBe(2);
});

test('a card that is refused when it is saved stays in the form', async () => {
  const { user, api } = open();
  api.answer(routes.previewPlan, makePreview({ cardRequired: true }));
  api.answer(routes.updateCard, new Refusal('card_declined'));
  await user.click((await card('Personal unlimited')).getByRole('button', { name: 'Choose personal' }));
  const asked = await dialog('Personal unlimited, monthly');
  await fill(user, await asked.findByLabelText('Full name'), 'Dana Reed');
  await fill(user, asked.getByLabelText('Card number'), '4000000000000002');
  await fill(user, asked.getByLabelText('Expiry date'), '0499');
  await fill(user, asked.getByLabelText('Security code'), '123');
  await user.click(asked.getByRole('button', { name: 'Pay $75' }));
  expect(await asked.findByText(failures.card_declined.message)).toBeTruthy();
  expect(document.activeElement).toBe(asked.getByLabelText('Card number'));
  expect(api.asked(routes.changePlan)).toEqual([]);
  await waitFor(() =>
    expect(asked.getByRole('button', { name: 'Pay $75' }).getAttribute('data-loading')).toBeNull(),
  );
});

test('asks for a card that turns out to be missing', async () => {
  const { user, api } = open();
  api.answer(routes.changePlan, new Refusal('card_required'));
  await user.click((await card('Personal unlimited')).getByRole('button', { name: 'Choose personal' }));
  const asked = await dialog('Personal unlimited, monthly');
  await user.click(await asked.findByRole('button', { name: 'Pay $75' }));
  expect(await asked.findByLabelText('Card number')).toBeTruthy();
  expect(asked.getByText(failures.card_required.message)).toBeTruthy();
});

test.each(['billing_busy', 'payment_unavailable'] as const)(
  '%s is shown in the dialog, and the same payment tried again',
  async (code) => {
    const { user, api, path } = open();
    api.answer(routes.changePlan, new Refusal(code));
    await user.click((await card('Personal unlimited')).getByRole('button', { name: 'Choose personal' }));
    const asked = await dialog('Personal unlimited, monthly');
    await user.click(await asked.findByRole('button', { name: 'Pay $75' }));
    expect(await asked.findByText(failures[code].message)).toBeTruthy();
    await waitFor(() => expect(api.asked(routes.previewPlan).length).toBeGreaterThan(1));
    api.answer(routes.changePlan, makeAccount({ type: 'personal' }));
    await user.click(asked.getByRole('button', { name: 'Pay $75' }));
    await waitFor(() => expect(path()).toBe(paths.getNumber));
    const keys = api.asked(routes.changePlan).map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
  },
);

test('more seats in use than the plan has is reported before anything is confirmed', async () => {
  const { user, api } = open({
    user: {},
    account: makeAccount({ seats: { used: 3, pending: 0, available: 0, total: 3 } }),
  });
  api.answer(routes.previewPlan, new Refusal('seats_in_use'));
  const team = await card('Team unlimited');
  expect(team.getAllByText('Your plan').length).toBeGreaterThan(0);
  expect(team.getByRole('button', { name: 'Your plan' })).toHaveProperty('disabled', true);
  await user.click((await card('Personal unlimited')).getByRole('button', { name: 'Choose personal' }));
  const asked = await dialog('Personal unlimited, monthly');
  expect(await asked.findByText(failures.seats_in_use.message)).toBeTruthy();
  expect(asked.getByRole('button', { name: 'Change plan' })).toHaveProperty('disabled', true);
});

test('what a preview that could not be worked out leaves is a way to try again', async () => {
  const { user, api } = open();
  api.answer(routes.previewPlan, new Refusal('payment_unavailable'));
  await user.click((await card('Personal unlimited')).getByRole('button', { name: 'Choose personal' }));
  const asked = await dialog('Personal unlimited, monthly');
  await asked.findByText("What you would pay couldn't be loaded.");
  api.answer(routes.previewPlan, makePreview());
  await user.click(asked.getByRole('button', { name: 'Try again' }));
  expect(await asked.findByText('Team unlimited, monthly: 3 recruiters')).toBeTruthy();
});

test('fewer seats: what goes with them is read before it is confirmed', async () => {
  const { user, api } = open({
    user: {},
    account: makeAccount({ seats: { used: 1, pending: 0, available: 4, total: 5 } }),
  });
  api.answer(
    routes.previewPlan,
    makePreview({
      dueNowCents: 0,
      lines: [],
      renewalCents: 10_000,
      seatsBefore: 5,
      seatsAfter: 4,
      numbersReleased: 1,
    }),
  );
  api.answer(routes.changePlan, makeAccount({ seats: { used: 1, pending: 0, available: 3, total: 4 } }));
  const team = await card('Team unlimited');
  const recruiters = team.getByLabelText('Recruiters');
  await user.clear(recruiters);
  await user.type(recruiters, '4');
  await user.click(team.getByRole('button', { name: 'Update plan' }));
  const asked = await dialog('Team unlimited, monthly');
  expect(
    await asked.findByText(
      "You'll have 4 seats instead of 5. Only available seats are removed; people keep theirs.",
    ),
  ).toBeTruthy();
  expect(asked.getByText(/Texts to it still arrive for 30 days/)).toBeTruthy();
  expect(asked.getByText('Renews on December 20, 2026 for $100, then every month.')).toBeTruthy();
  await user.click(asked.getByRole('button', { name: 'Cancel' }));
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

test('a smaller plan says when it begins, and what is paid then', async () => {
  const { user, api } = open({ user: {} });
  const startsAt = '2026-12-20T15:00:00.000Z';
  api.answer(
    routes.previewPlan,
    makePreview({ dueNowCents: 0, lines: [], startsAt, renewsAt: startsAt, renewalCents: 1500 }),
  );
  api.answer(routes.changePlan, makeAccount());
  await user.click((await card('Pay as you go')).getByRole('button', { name: /pay as you go|plan/i }));
  const asked = await dialog('Pay as you go');
  expect(
    await asked.findByText(
      'Your plan changes on December 20, 2026, when what you have paid for ends. Until then, everything works as before, and you can change your mind.',
    ),
  ).toBeTruthy();
  expect(asked.getByText('You pay $15 on December 20, 2026, then every month.')).toBeTruthy();
});

test('a plan that was canceled can be kept', async () => {
  const account = makePaygAccount(120, { renewsAt: null, cancelAt: '2026-12-20T15:00:00.000Z' });
  const { user, api } = open({ user: {}, account });
  api.answer(routes.previewPlan, makePreview({ dueNowCents: 0, lines: [], remainingTextsAfter: 120 }));
  api.answer(routes.changePlan, makePaygAccount(120));
  await user.click((await card('Pay as you go')).getByRole('button', { name: 'Keep my plan' }));
  const asked = await dialog('Pay as you go');
  expect(await asked.findByText('You have 120 texts left.')).toBeTruthy();
  await user.click(asked.getByRole('button', { name: 'Keep my plan' }));
  await waitFor(() => expect(api.asked(routes.changePlan)).toHaveLength(1));
});

test('where no one is charged there are no prices, and no card', async () => {
  const { user, api, path } = open({
    account: { ...free, subscriptionInfo: { ...free.subscriptionInfo, off: true } },
  });
  api.answer(routes.previewPlan, makePreview({ dueNowCents: 0, renewalCents: 0, lines: [], seatsAfter: 1 }));
  api.answer(routes.changePlan, makeAccount({ type: 'personal' }));
  expect(await screen.findByText('Billing is off on this server.')).toBeTruthy();
  expect(screen.queryByText(/\$|Free/)).toBeNull();
  expect(screen.queryByText('A small fee each month, and packages of texts.')).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'Yearly' }));
  expect(screen.queryByRole('switch', { name: /Pay by invoice/ })).toBeNull();
  await user.click((await card('Personal unlimited')).getByRole('button', { name: 'Choose personal' }));
  const asked = await dialog('Personal unlimited, yearly');
  const choose = asked.getByRole('button', { name: 'Choose plan' });
  await waitFor(() => expect(choose).toHaveProperty('disabled', false));
  expect(asked.queryByText(/\$|Due now|Renews|pays/)).toBeNull();
  await user.click(choose);
  await waitFor(() => expect(path()).toBe(paths.getNumber));
});

test('plans that could not be loaded can be asked for again', async () => {
  const { user, api } = open();
  api.answer(routes.getPlans, new Refusal('unavailable'));
  await screen.findByText("The plans couldn't be loaded.");
  api.answer(routes.getPlans, makePlans());
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await card('Pay as you go')).toBeTruthy();
});

test('a member of a team with an unlimited plan is led to the account', async () => {
  const { path } = open({ user: { userType: 'member' }, account: makeAccount({ planType: 'annual' }) });
  await waitFor(() => expect(path()).toBe(paths.account));
});

test.each([paths.planSelection, paths.selectPlan])(
  'a member of a company without a plan can look at %s, not choose',
  async (at) => {
    const { api } = open({ user: { userType: 'member', seat: null }, at });
    expect(await screen.findByText(/Only an admin at your company can choose a plan/)).toBeTruthy();
    const personal = await card('Personal unlimited');
    expect(personal.getByRole('button', { name: 'Choose personal' })).toHaveProperty('disabled', true);
    expect(api.asked(routes.getCard)).toEqual([]);
  },
);
