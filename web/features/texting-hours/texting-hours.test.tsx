import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Account } from '../../../contract/accounts.ts';
import * as routes from '../../../contract/routes.ts';
import { paths } from '../../paths.ts';
import { createFakeApi } from '../../testing/fake-api.ts';
import { makeAccount, makeUser } from '../../testing/make.ts';
import { fill, renderApp } from '../../testing/render-app.tsx';

const florida = {
  state: 'FL',
  days: 'everyDay' as const,
  from: 8,
  to: 20,
  source: 'Fla. Stat. 501.616(6)',
  checkedOn: '2025-07-01',
};
const sundays = { ...florida, state: 'AL', days: 'sunday' as const, from: 12, to: 12 };

function open() {
  const api = createFakeApi();
  api.answer(routes.getUser, makeUser());
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.getTextingHours, { hours: [florida, sundays], isDefault: false });
  return renderApp(paths.accountCompany, { api });
}

test('an admin changes the texting hours of states, and says where each is from', async () => {
  const { user, api } = open();
  expect(await screen.findByText('2 states with stricter hours: AL, FL.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Edit texting hours' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByLabelText<HTMLSelectElement>('From, row 2').value).toBe('none');
  await user.selectOptions(dialog.getByLabelText('From, row 1'), '9 AM');
  await user.click(dialog.getByRole('button', { name: 'Remove row 2' }));
  await user.click(dialog.getByRole('button', { name: 'Add a row' }));
  await fill(user, dialog.getByLabelText('State of row 2'), 'oh');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Say where this is from')).toBeTruthy();
  expect(api.asked(routes.updateTextingHours)).toEqual([]);
  await fill(user, dialog.getByLabelText('Source of row 2'), 'Our lawyer');
  await fill(user, dialog.getByLabelText('Checked, row 2'), '2026-11-20');
  api.answer(routes.updateTextingHours, ({ body }) => ({ hours: body.hours ?? [], isDefault: false }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.asked(routes.updateTextingHours)[0]?.body.hours).toEqual([
    { ...florida, from: 9 },
    { state: 'OH', days: 'everyDay', from: 8, to: 20, source: 'Our lawyer', checkedOn: '2026-11-20' },
  ]);
  expect(await screen.findByText('2 states with stricter hours: FL, OH.')).toBeTruthy();
});

test('an admin has candidates asked for consent first, in their own words', async () => {
  const { user, api } = open();
  api.answer(routes.updateAccount, ({ body }) => makeAccount(body as Partial<Account>));
  await user.click(await screen.findByRole('switch', { name: /^Ask for consent first/ }));
  await fill(user, screen.getByLabelText('Your question'), 'Acme here. Reply YES for texts, STOP to end.');
  await user.click(screen.getByRole('button', { name: 'Save question' }));
  await waitFor(() =>
    expect(api.asked(routes.updateAccount).map(({ body }) => body)).toEqual([
      { consentFirst: true },
      { consentRequest: 'Acme here. Reply YES for texts, STOP to end.' },
    ]),
  );
});
