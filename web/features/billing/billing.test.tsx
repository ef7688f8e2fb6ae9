import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { Account } from '../../../contract/accounts.ts';
import { failures } from '../../../contract/failure.ts';
import * as routes from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import { paths } from '../../paths.ts';
import { answerBilling, withSandbox } from '../../testing/billing-api.ts';
import { createFakeApi, Refusal } from '../../testing/fake-api.ts';
import { makeAccount, makeUser } from '../../testing/make.ts';
import { makeCard, makeInvoice, makePaygAccount, makePreview } from '../../testing/make-billing.ts';
import { fill, renderApp } from '../../testing/render-app.tsx';

const { subscriptionInfo } = makeAccount();
const teamWith = (over: Partial<Account['subscriptionInfo']>) =>
  makeAccount({ subscriptionInfo: { ...subscriptionInfo, ...over } });

function open({
  account = makeAccount(),
  user = {},
  at = paths.billing,
}: {
  account?: Account;
  user?: Partial<User>;
  at?: string;
} = {}) {
  const api = withSandbox(createFakeApi());
  answerBilling(api);
  api.answer(routes.getUser, makeUser(user));
  api.answer(routes.getAccount, account);
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.listCandidates, { items: [], nextCursor: null });
  return { ...renderApp(at, { api }), api };
}

const section = async (name: string) => within(await screen.findByRole('region', { name }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

async function typeCard(
  { user }: ReturnType<typeof open>,
  form: ReturnType<typeof within>,
  number = '4242424242424242',
) {
  await fill(user, await form.findByLabelText('Full name'), 'Dana Reed');
  await fill(user, form.getByLabelText('Card number'), number);
  await fill(user, form.getByLabelText('Expiry date'), '0499');
  await fill(user, form.getByLabelText('Security code'), '123');
}

describe('the plan', () => {
  test('says what renews, when and for how much', async () => {
    open();
    const plan = await section('Plan');
    expect(plan.getByText('Team unlimited, billed monthly')).toBeTruthy();
    expect(plan.getByText('Active')).toBeTruthy();
    expect(
      await plan.findByText('Renews on December 20, 2026 for $75, then every month (3 seats).'),
    ).toBeTruthy();
    expect(plan.getByRole('link', { name: 'Change plan' }).getAttribute('href')).toBe(paths.planSelection);
  });

  test('shows that a smaller one follows, and can be kept', async () => {
    const { user, api } = open({
      account: teamWith({
        nextPlan: {
          accountType: 'personal',
          planType: 'payg',
          recruiters: null,
          startsAt: '2026-12-20T15:00:00.000Z',
        },
      }),
    });
    api.answer(routes.changePlan, makeAccount());
    const plan = await section('Plan');
    api.answer(routes.getAccount, makeAccount());
    expect(
      plan.getByText(
        'Changes to Pay as you go on December 20, 2026. Until then, everything works as before.',
      ),
    ).toBeTruthy();
    await user.click(plan.getByRole('button', { name: 'Keep my plan' }));
    await waitFor(() => expect(api.asked(routes.changePlan)).toHaveLength(1));
    expect(await plan.findByText(/^Renews on December 20/)).toBeTruthy();
    expect(plan.queryByRole('button', { name: 'Keep my plan' })).toBeNull();
  });

  test('at a price that was agreed on does not ask for the amount', async () => {
    const { api } = open({ account: teamWith({ priceKnown: false }) });
    const plan = await section('Plan');
    expect(plan.getByText(/^Renews on December 20, 2026 at the price we agreed on with you/)).toBeTruthy();
    expect(api.asked(routes.previewPlan)).toEqual([]);
  });

  test('has its date where the amount is not to be had', async () => {
    const { api } = open();
    api.answer(routes.previewPlan, new Refusal('payment_unavailable'));
    expect(await (await section('Plan')).findByText('Renews on December 20, 2026.')).toBeTruthy();
  });

  test('is canceled after reading what happens when, and kept again', async () => {
    const view = open();
    const { user, api } = view;
    const canceled = teamWith({ renewsAt: null, cancelAt: '2026-12-20T15:00:00.000Z' });
    api.answer(routes.cancelPlan, () => {
      api.answer(routes.getAccount, canceled);
      return canceled;
    });
    const plan = await section('Plan');
    await user.click(plan.getByRole('button', { name: 'Cancel plan' }));
    const asked = await dialog('Cancel your plan?');
    expect(
      asked.getByText("Until December 20, 2026, everything works as before. You aren't charged again."),
    ).toBeTruthy();
    expect(asked.getByText(/Numbers still receive texts for 30 more days/)).toBeTruthy();
    await user.dblClick(asked.getByRole('button', { name: 'Cancel plan' }));
    expect(await screen.findByText('Plan canceled')).toBeTruthy();
    await noDialog();
    const [sent, ...more] = api.asked(routes.cancelPlan);
    expect(sent?.headers.get('idempotency-key')).toBeTruthy();
    expect(more).toEqual([]);
    expect(
      await plan.findByText('Ends on December 20, 2026. Until then, everything works as before.'),
    ).toBeTruthy();
    expect(plan.queryByRole('button', { name: 'Cancel plan' })).toBeNull();

    api.answer(routes.changePlan, () => {
      api.answer(routes.getAccount, makeAccount());
      return makeAccount();
    });
    await user.click(plan.getByRole('button', { name: 'Keep my plan' }));
    expect(await screen.findByText('You keep your plan')).toBeTruthy();
    expect(api.asked(routes.changePlan).map(({ body }) => body)).toEqual([
      { accountType: 'team', planType: 'monthly', recruiters: 3 },
    ]);
    expect(await plan.findByText('Active')).toBeTruthy();
  });

  test('that a colleague changes at the same moment is not canceled, and shows why', async () => {
    const { user, api } = open();
    api.answer(routes.cancelPlan, new Refusal('billing_busy'));
    await user.click((await section('Plan')).getByRole('button', { name: 'Cancel plan' }));
    const asked = await dialog('Cancel your plan?');
    await user.click(asked.getByRole('button', { name: 'Cancel plan' }));
    expect(await asked.findByText(failures.billing_busy.message)).toBeTruthy();
  });
});

describe('the card', () => {
  test('is shown, and changed', async () => {
    const view = open();
    const { user, api } = view;
    const part = await section('Card');
    expect(await part.findByText('Visa ending in 4242')).toBeTruthy();
    expect(part.getByText('Dana Reed · 04/2099')).toBeTruthy();
    expect(part.queryByText(/Expire/)).toBeNull();
    const other = makeCard({ brand: 'mastercard', last4: '4444' });
    api.answer(routes.updateCard, () => {
      api.answer(routes.getCard, other);
      return other;
    });
    await user.click(part.getByRole('button', { name: 'Change card' }));
    const form = await dialog('Change card');
    await typeCard(view, form);
    await user.dblClick(form.getByRole('button', { name: 'Save card' }));
    expect(await part.findByText('Mastercard ending in 4444')).toBeTruthy();
    await noDialog();
    expect(screen.getByText('Card saved')).toBeTruthy();
    expect(api.cards).toHaveLength(1);
  });

  test.each([
    [{ expYear: 2020 }, 'Expired'],
    [{ expMonth: new Date().getMonth() + 1, expYear: new Date().getFullYear() }, 'Expires soon'],
  ])('%j: %s', async (over, words) => {
    const { api } = open();
    api.answer(routes.getCard, makeCard(over));
    expect(await (await section('Card')).findByText(words)).toBeTruthy();
  });

  test('that the bank declines stays in the form', async () => {
    const view = open();
    const { user, api } = view;
    api.answer(routes.getCard, null);
    api.answer(routes.updateCard, new Refusal('card_declined'));
    const part = await section('Card');
    await user.click(await part.findByRole('button', { name: 'Add card' }));
    const form = await dialog('Add card');
    await typeCard(view, form, '4000000000000002');
    await user.click(form.getByRole('button', { name: 'Save card' }));
    expect(await form.findByText(failures.card_declined.message)).toBeTruthy();
    expect(screen.queryByText('Card saved')).toBeNull();
  });

  test('form that could not be loaded shows an error, with a way to try again', async () => {
    const { user, api } = open();
    api.answer(routes.createSetupIntent, new Refusal('payment_unavailable'));
    await user.click(await (await section('Card')).findByRole('button', { name: 'Change card' }));
    const form = await dialog('Change card');
    expect(await form.findByText("The card form couldn't be loaded.")).toBeTruthy();
    expect(form.getByText(failures.payment_unavailable.message)).toBeTruthy();
    api.answer(routes.createSetupIntent, { gateway: 'sandbox' });
    await user.click(form.getByRole('button', { name: 'Try again' }));
    expect(await form.findByLabelText('Card number')).toBeTruthy();
  });
});

describe('seats', () => {
  test('are counted, and fewer of them count from the next period', async () => {
    const account = makeAccount({
      seats: { used: 3, pending: 1, available: 1, total: 5 },
      subscriptionInfo: { ...subscriptionInfo, seats: 4 },
    });
    const { user, api } = open({ account });
    const seats = await section('Seats');
    expect(seats.getByText('3 of 5 seats in use, 1 invited')).toBeTruthy();
    expect(seats.getByText('From December 20, 2026, you pay for 4 seats.')).toBeTruthy();
    api.answer(
      routes.previewPlan,
      makePreview({ dueNowCents: 0, lines: [], renewalCents: 10_000, seatsBefore: 5, seatsAfter: 4 }),
    );
    api.answer(routes.changePlan, account);
    await user.click(seats.getByRole('button', { name: 'Use fewer seats' }));
    const asked = await dialog('Use fewer seats');
    expect(await asked.findByText('Renews on December 20, 2026 for $100, then every month.')).toBeTruthy();
    await user.click(asked.getByRole('button', { name: 'Keep 4 seats' }));
    await waitFor(() =>
      expect(api.asked(routes.changePlan).map(({ body }) => body)).toEqual([
        { accountType: 'team', planType: 'monthly', recruiters: 4 },
      ]),
    );
    await noDialog();
  });

  test('are bought with the amount before them', async () => {
    const { user, api } = open();
    api.answer(routes.purchaseSeats, makeAccount());
    await user.click((await section('Seats')).getByRole('button', { name: 'Buy seats' }));
    const asked = await dialog('Buy seats');
    expect(await asked.findByText('Due now')).toBeTruthy();
    await user.click(asked.getByRole('button', { name: 'Buy 1 seat' }));
    expect(await screen.findByText('Purchase successful!')).toBeTruthy();
    expect(screen.getByText('You can start inviting new team members right away')).toBeTruthy();
  });
});

describe('texts', () => {
  test('a package is bought once, however often it is clicked', async () => {
    const { user, api } = open({ account: makePaygAccount(12) });
    const texts = await section('Texts');
    expect(texts.getByText('12 texts left')).toBeTruthy();
    const packages = within(await texts.findByRole('list', { name: 'Text packages' }));
    await packages.findByText('200 texts');
    expect(packages.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '200 texts$16Buy',
      '400 texts$28Buy',
      '600 texts$36Buy',
      '800 texts$40Buy',
      '1,000 texts$45Buy',
    ]);
    api.answer(routes.buyTextPackage, () => {
      api.answer(routes.getAccount, makePaygAccount(412));
      return makePaygAccount(412);
    });
    await user.click(packages.getByRole('button', { name: 'Buy 400 texts' }));
    const asked = await dialog('Buy 400 texts?');
    expect(asked.getByText("You'll have 412 texts. Pay once; they don't renew.")).toBeTruthy();
    await user.dblClick(asked.getByRole('button', { name: 'Pay $28' }));
    expect(await screen.findByText('Text package successfully purchased')).toBeTruthy();
    expect(await texts.findByText('412 texts left')).toBeTruthy();
    await noDialog();
    const [sent, ...more] = api.asked(routes.buyTextPackage);
    expect(sent?.body).toEqual({ count: 400 });
    expect(sent?.headers.get('idempotency-key')).toBeTruthy();
    expect(more).toEqual([]);
  });

  test('without a card the form asks for one', async () => {
    const view = open({ account: makePaygAccount(0) });
    const { user, api } = view;
    api.answer(routes.getCard, null);
    api.answer(routes.updateCard, makeCard());
    api.answer(routes.buyTextPackage, makePaygAccount(200));
    const texts = await section('Texts');
    await user.click(await texts.findByRole('button', { name: 'Buy 200 texts' }));
    const asked = await dialog('Buy 200 texts?');
    await typeCard(view, asked);
    await user.click(asked.getByRole('button', { name: 'Pay $16' }));
    expect(await screen.findByText('Text package successfully purchased')).toBeTruthy();
    expect(api.asked(routes.updateCard)).toHaveLength(1);
  });

  test('after a lost answer, the same purchase is tried again, and the card is not typed twice', async () => {
    const view = open({ account: makePaygAccount(0) });
    const { user, api } = view;
    api.answer(routes.getCard, null);
    api.answer(routes.updateCard, () => {
      api.answer(routes.getCard, makeCard());
      return makeCard();
    });
    api.answer(routes.buyTextPackage, new Refusal('payment_unavailable'));
    const texts = await section('Texts');
    await user.click(await texts.findByRole('button', { name: 'Buy 200 texts' }));
    const asked = await dialog('Buy 200 texts?');
    await typeCard(view, asked);
    await user.click(asked.getByRole('button', { name: 'Pay $16' }));
    expect(await asked.findByText(failures.payment_unavailable.message)).toBeTruthy();
    expect(await asked.findByText(/We'll charge Visa ending in 4242/)).toBeTruthy();
    api.answer(routes.buyTextPackage, makePaygAccount(200));
    await user.click(asked.getByRole('button', { name: 'Pay $16' }));
    expect(await screen.findByText('Text package successfully purchased')).toBeTruthy();
    const keys = api.asked(routes.buyTextPackage).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(api.cards).toHaveLength(1);
  });

  test('say how long they last', async () => {
    const { api } = open({ account: makePaygAccount(120) });
    const days = Array.from({ length: 30 }, (_, index) => ({
      date: `2026-11-${String(index + 1).padStart(2, '0')}`,
      segments: 10,
      texts: 8,
    }));
    api.answer(routes.getUsage, days);
    expect(
      await (await section('Texts')).findByText('At your usual pace, they last about 12 days.'),
    ).toBeTruthy();
  });
});

describe('usage', () => {
  test('is a chart, with a table behind it', async () => {
    const { user, api } = open();
    api.answer(routes.getUsage, [
      { date: '2026-11-21', segments: 12, texts: 10 },
      { date: '2026-11-22', segments: 0, texts: 0 },
    ]);
    const usage = await section('Usage');
    expect(await usage.findByText('10 texts sent in 2 days')).toBeTruthy();
    expect(usage.queryByRole('table')).toBeNull();
    await user.click(usage.getByRole('button', { name: 'Usage by day: show as table' }));
    const table = usage.getByRole('table', { name: 'Usage by day' });
    expect(
      within(table)
        .getAllByRole('row')
        .map(({ textContent }) => textContent),
    ).toEqual(['DayTexts sentCounted as', 'Nov 211012', 'Nov 2200']);
    await user.click(usage.getByRole('radio', { name: '90 days' }));
    await waitFor(() => expect(api.asked(routes.getUsage).at(-1)?.query).toEqual({ days: 90 }));
  });

  test('says when there is none', async () => {
    const { api } = open();
    api.answer(routes.getUsage, [{ date: '2026-11-21', segments: 0, texts: 0 }]);
    expect(await (await section('Usage')).findByText(/No texts in the last/)).toBeTruthy();
  });
});

describe('invoices', () => {
  test('are listed with their state, amount and PDF', async () => {
    const { api } = open();
    api.answer(routes.listInvoices, [
      makeInvoice({
        number: 'HT-0002',
        status: 'open',
        amountCents: 125_050,
        dueAt: '2099-12-20T15:00:00.000Z',
        paidAt: null,
      }),
      makeInvoice({ pdfUrl: 'https://hiretext.example/invoices/1.pdf?signature=abc' }),
    ]);
    const rows = await (await section('Invoices')).findAllByRole('listitem');
    const [one, two] = rows.map((row) => within(row));
    expect(one?.getByText('Due Dec 20, 2099')).toBeTruthy();
    expect(one?.getByText('$1,250.50')).toBeTruthy();
    expect(two?.getByText('Paid')).toBeTruthy();
    const pdf = two?.getByRole('link', { name: 'PDF of HT-0001' });
    expect(pdf?.getAttribute('href')).toBe('/invoices/1.pdf?signature=abc');
    expect(pdf?.getAttribute('target')).toBe('_blank');
  });

  test('say when there are none', async () => {
    open();
    expect(await (await section('Invoices')).findByText(/No invoices yet/)).toBeTruthy();
  });
});

test('each part that could not be loaded shows an error, and loads again', async () => {
  const { user, api } = open({ account: makePaygAccount(50) });
  api.answer(routes.getCard, new Refusal('unavailable'));
  api.answer(routes.listInvoices, new Refusal('unavailable'));
  api.answer(routes.getUsage, new Refusal('unavailable'));
  api.answer(routes.getTextPackages, new Refusal('unavailable'));
  for (const [part, what] of [
    ['Texts', 'The text packages'],
    ['Card', 'Your card'],
    ['Usage', 'Your usage'],
    ['Invoices', 'Your invoices'],
  ])
    expect(await (await section(part ?? '')).findByText(`${what} couldn't be loaded.`)).toBeTruthy();
  answerBilling(api);
  for (const retry of screen.getAllByRole('button', { name: 'Try again' })) await user.click(retry);
  expect(await (await section('Card')).findByText('Visa ending in 4242')).toBeTruthy();
  expect(await (await section('Texts')).findByText('1,000 texts')).toBeTruthy();
});

test('where no one is charged there is a plan and usage, and nothing to pay', async () => {
  const { api } = open({ account: teamWith({ off: true, renewsAt: null }) });
  expect(await screen.findByText('Billing is off on this server.')).toBeTruthy();
  expect(await section('Usage')).toBeTruthy();
  expect((await section('Plan')).getByText('Team unlimited, monthly')).toBeTruthy();
  for (const part of ['Card', 'Invoices', 'Texts'])
    expect(screen.queryByRole('region', { name: part })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Cancel plan' })).toBeNull();
  expect(api.asked(routes.previewPlan)).toEqual([]);
});

test('a member sees who to ask', async () => {
  open({ user: { userType: 'member' } });
  expect(await screen.findByText('Only an admin can open this.')).toBeTruthy();
});

describe('the banner', () => {
  const pastDue = (graceUntil: string) => teamWith({ status: 'pastDue', graceUntil });
  const LATER = '2099-12-03T15:00:00.000Z';
  const BEFORE = '2026-01-03T15:00:00.000Z';

  test.each([
    [
      'admin',
      LATER,
      'Your last payment failed. Update your card by Dec 3, 2099 so texts keep going out. Go to Billing',
    ],
    [
      'admin',
      BEFORE,
      "Your last payment failed, so texts don't go out. Update your card to text again. Go to Billing",
    ],
    ['member', BEFORE, "A payment for your plan is overdue, so texts don't go out. Ask Dana Reed."],
  ] as const)('of an %s with grace until %s', async (userType, graceUntil, words) => {
    open({ account: pastDue(graceUntil), user: { userType }, at: paths.candidates });
    await waitFor(() =>
      expect(screen.getAllByRole('status').map(({ textContent }) => textContent?.trim())).toContain(words),
    );
  });

  test('shows the day without its year if it is this one', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-26T15:00:00.000Z'), toFake: ['Date'] });
    open({ account: pastDue('2026-12-03T15:00:00.000Z'), at: paths.candidates });
    expect(
      await screen.findByText(
        'Your last payment failed. Update your card by Dec 3 so texts keep going out.',
        { exact: false },
      ),
    ).toBeTruthy();
  });

  test('shows members nothing as long as texts go out', async () => {
    open({ account: pastDue(LATER), user: { userType: 'member' }, at: paths.candidates });
    await screen.findByRole('heading', { name: 'Candidates', level: 1 });
    expect(screen.queryByText(/payment/)).toBeNull();
  });

  test.each([
    [20, 'You have 20 texts left.'],
    [1, 'You have 1 text left.'],
    [0, 'You have no texts left.'],
  ])('with %i texts left', async (left, words) => {
    open({ account: makePaygAccount(left), at: paths.candidates });
    expect(await screen.findByText(words, { exact: false })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Buy a text package' }).getAttribute('href')).toBe(paths.billing);
  });

  test('is not there with texts enough', async () => {
    open({ account: makePaygAccount(21), at: paths.candidates });
    await screen.findByRole('heading', { name: 'Candidates', level: 1 });
    expect(screen.queryByText(/texts left/)).toBeNull();
  });

  test('on the page itself, that page shows it', async () => {
    open({ account: pastDue(LATER) });
    expect((await screen.findByRole('alert')).textContent).toContain('Your last payment failed.');
    expect(screen.queryByRole('link', { name: 'Go to Billing' })).toBeNull();
  });
});
