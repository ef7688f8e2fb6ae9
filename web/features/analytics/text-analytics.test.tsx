import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Account } from '../../../contract/accounts.ts';
import * as routes from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import { dayOf } from '../../lib/dates.ts';
import { paths } from '../../paths.ts';
import { createFakeApi, Refusal } from '../../testing/fake-api.ts';
import { makeAccount, makeUser } from '../../testing/make.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { dayBefore } from './days.ts';
import { lastMonths, monthInWords } from './text-figures.ts';

const recruiter = makeUser();
const hiringManager: User = {
  ...recruiter,
  userType: 'member',
  seat: recruiter.seat && { ...recruiter.seat, seatRole: 'hiringManager' },
};
const today = dayOf(new Date(), recruiter.timezone);

function open(user: User, account: Account, path: string = paths.textAnalytics) {
  const api = createFakeApi();
  api.answer(routes.getUser, user);
  api.answer(routes.getAccount, account);
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  // 2 a day sent and 1 received; and in the 7 days before the last, 5 and 2 more.
  api.answer(routes.getUserTextAnalytics, ({ query }) => {
    const days = 1 + Math.round((Date.parse(today) - Date.parse(query.date)) / 86_400_000);
    const more = days > 7;
    return { totalSentMessages: 2 * days + (more ? 5 : 0), totalReceivedMessages: days + (more ? 2 : 0) };
  });
  return renderApp(path, { api });
}

test.each([
  ['a personal account', recruiter, makeAccount({ type: 'personal', planType: 'monthly' })],
  ['pay as you go', recruiter, makeAccount({ type: 'personal', planType: 'payg' })],
  ['a hiring manager', hiringManager, makeAccount()],
])('%s finds how many texts there were in the place of Analytics', async (_, person, account) => {
  const { user, path } = open(person, account, paths.account);
  await user.click(await screen.findByRole('link', { name: 'Analytics' }));
  const last = within(await screen.findByRole('region', { name: 'Last days' }));
  expect(path()).toBe(paths.textAnalytics);
  await waitFor(() => expect(last.getByText('Sent').parentElement?.textContent).toMatch(/^Sent65/));
  await user.click(last.getByRole('radio', { name: '7 days' }));
  await waitFor(() =>
    expect(['Sent', 'Received'].map((label) => last.getByText(label).parentElement?.textContent)).toEqual([
      'Sent145 fewer than in the 7 days before',
      'Received72 fewer than in the 7 days before',
    ]),
  );
  const months = within(screen.getByRole('table', { name: 'By month' })).getAllByRole('row');
  const [, ...first] = lastMonths(today, 6);
  expect(months.slice(2).map((row) => row.textContent)).toEqual(
    first.map((month, index) => {
      const next = lastMonths(today, 6)[index] ?? '';
      const days = Math.round((Date.parse(next) - Date.parse(month)) / 86_400_000);
      // This month may be shorter than 7 days.
      const more = index === 0 && next > dayBefore(today, 6) ? 1 : 0;
      return `${monthInWords(month)}${2 * days + 5 * more}${days + 2 * more}`;
    }),
  );
});

test('people who have Analytics are led there', async () => {
  const { path } = open(recruiter, makeAccount());
  await waitFor(() => expect(path()).toBe(paths.analytics));
});

test('figures that could not be loaded are asked for again', async () => {
  const { user, api } = open(hiringManager, makeAccount());
  // From the beginning: a day that was counted once, as the first of a month, isn't asked for again.
  api.answer(routes.getUserTextAnalytics, new Refusal('internal'));
  await screen.findByText("Your figures couldn't be loaded.");
  const last = within(screen.getByRole('region', { name: 'Last days' }));
  api.answer(routes.getUserTextAnalytics, { totalSentMessages: 0, totalReceivedMessages: 0 });
  await user.click(last.getByRole('button', { name: 'Try again' }));
  expect(await last.findAllByText('None in the 30 days before either')).toHaveLength(2);
});
