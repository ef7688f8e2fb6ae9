import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ReplyOutput } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import { paths } from '../../paths.ts';
import { createFakeApi, Refusal } from '../../testing/fake-api.ts';
import { makeAccount, makeUser } from '../../testing/make.ts';
import { renderApp } from '../../testing/render-app.tsx';

type Doctor = ReplyOutput<typeof routes.getDeliveryDoctor>;

const user = makeUser();
const number: Doctor['numbers'][number] = {
  phoneNumber: '+14155550100',
  phoneNumberFormatted: '(415) 555-0100',
  owner: { id: user.id, firstName: user.firstName, lastName: user.lastName },
  sent: 200,
  delivered: 190,
  failed: 10,
  filtered: 4,
  optOuts: 3,
  reasons: [
    {
      code: 'unreachable',
      sentence: "The candidate's phone couldn't be reached.",
      count: 6,
      advice: 'Try again tomorrow.',
    },
    { code: 'filtered', sentence: 'The carrier blocked this text as spam.', count: 4, advice: null },
  ],
  days: [
    { date: '2026-11-19', sent: 150, delivered: 145, failed: 5 },
    { date: '2026-11-20', sent: 50, delivered: 45, failed: 5 },
  ],
  warnings: ['optOuts'],
};

function open(answer: Doctor | Refusal) {
  const api = createFakeApi();
  api.answer(routes.getUser, user);
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.getDeliveryDoctor, answer);
  return renderApp(paths.delivery, { api });
}

test('each number has figures, warnings, reasons with advice, and its days, the latest first', async () => {
  const { user: person, api } = open({
    from: '2026-10-22',
    numbers: [
      number,
      { ...number, phoneNumber: '+14155550101', owner: null, sent: 0, reasons: [], days: [], warnings: [] },
    ],
  });
  const list = await screen.findByRole('list', { name: 'Numbers' });
  const [card, other] = within(list)
    .getAllByRole('listitem')
    .filter((item) => item.parentElement === list);
  const first = within(card as HTMLElement);
  expect(first.getByRole('heading').textContent).toBe('(415) 555-0100 Your number');
  expect(first.getByRole('list', { name: 'Warnings' }).textContent).toContain('Many candidates opt out.');
  expect(card?.textContent).toContain('190 95%');
  expect(first.getByText('6 texts')).toBeTruthy();
  expect(first.getByText('Try again tomorrow.')).toBeTruthy();
  expect(first.getAllByRole('rowheader', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
    'Nov 20',
    'Nov 19',
  ]);
  expect(other?.textContent).toContain('No longer in use');
  expect(other?.textContent).toContain('No texts in this time.');
  await person.click(screen.getByRole('radio', { name: '7 days' }));
  expect(api.asked(routes.getDeliveryDoctor).at(-1)?.query).toMatchObject({ days: 7 });
});

test('without a number it says so, and a failure can be tried again', async () => {
  open({ from: '2026-10-22', numbers: [] });
  expect(await screen.findByText('No number yet')).toBeTruthy();
});

test('a failure can be tried again', async () => {
  open(new Refusal('unavailable'));
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});
