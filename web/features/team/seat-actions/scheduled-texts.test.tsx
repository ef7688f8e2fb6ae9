import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { ReplyOutput } from '../../../../contract/route.ts';
import * as routes from '../../../../contract/routes.ts';
import { paths } from '../../../paths.ts';
import { createFakeApi, Refusal } from '../../../testing/fake-api.ts';
import { makeAccount, makeUser } from '../../../testing/make.ts';
import { makeFreeSeat, makeSeat, makeSeatUser } from '../../../testing/make-seat.ts';
import { fill, renderApp } from '../../../testing/render-app.tsx';

/* What a dialog shows about unsent texts before it removes their author or the number they go from. */

const me = makeUser();
const dana = makeSeat({ user: makeSeatUser({ id: me.id, firstName: 'Dana', lastName: 'Reed' }) });
const marcus = makeSeat();
const priya = makeSeat({
  seatRole: 'hiringManager',
  twilioNumber: '+12125550188',
  twilioNumberFormatted: '(212) 555-0188',
  user: makeSeatUser({ firstName: 'Priya', lastName: 'Raman', email: 'priya@acme.example' }),
});
const lena = makeSeat({
  seatType: 'nonTexter',
  twilioNumber: null,
  twilioNumberFormatted: null,
  user: makeSeatUser({ firstName: 'Lena', lastName: 'Berg', email: 'lena@acme.example' }),
});
const free = makeFreeSeat({ twilioNumber: '+13125550199', twilioNumberFormatted: '(312) 555-0199' });

type Counts = ReplyOutput<typeof routes.getScheduledTexts>;

async function open(counts: Counts | Refusal, whose: string, action: string, path: string = paths.team) {
  const api = createFakeApi();
  api.answer(routes.getUser, me);
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.getSeats, [dana, marcus, priya, lena, free]);
  api.answer(routes.getFormerMembers, []);
  api.answer(routes.getScheduledTexts, counts);
  const view = renderApp(path, { api });
  await view.user.click(await screen.findByRole('button', { name: `Actions for ${whose}` }));
  await view.user.click(await screen.findByRole('menuitem', { name: action, hidden: true }));
  return { ...view, dialog: within(await screen.findByRole('dialog')) };
}

const isDisabled = (button: HTMLElement) => (button as HTMLButtonElement).disabled;

describe('removing a person', () => {
  const remove = (counts: Counts | Refusal) => open(counts, 'Marcus Oyelaran', 'Remove from seat');

  test.each([
    ['Send at their time, from (415) 555-0101', 'send'],
    ['Cancel now; the conversations show it', 'cancel'],
  ])('%s: sends %s', async (choice, scheduledTexts) => {
    const { api, user, dialog } = await remove({ byPerson: 3, inThreads: 2, total: 4 });
    api.answer(routes.removeSeatFromTeamMember, { status: 'ok' });
    const texts = within(await dialog.findByRole('radiogroup', { name: 'Marcus has 3 scheduled texts' }));
    expect((texts.getByRole('radio', { name: /Send at their time/ }) as HTMLInputElement).checked).toBe(true);
    await user.click(texts.getByRole('radio', { name: choice }));
    await user.click(dialog.getByRole('button', { name: 'Remove Marcus' }));
    await screen.findByText('Seat has been successfully removed');
    expect(api.asked(routes.removeSeatFromTeamMember).map(({ body }) => body)).toEqual([
      { userId: marcus.user?.id, scheduledTexts },
    ]);
  });

  test('says from which number they go out once a colleague gets the conversations, and that without one they are canceled', async () => {
    const { api, user, dialog } = await remove({ byPerson: 3, inThreads: 2, total: 4 });
    api.answer(routes.removeSeatFromTeamMember, { status: 'ok' });
    await user.click(dialog.getByRole('radio', { name: 'Go to a colleague' }));
    const choose = async (name: string) => {
      await user.click(dialog.getByRole('combobox', { name: 'Colleague' }));
      await user.click(await screen.findByRole('option', { name, hidden: true }));
    };
    await choose('Priya Raman');
    expect(await dialog.findByText('Send at their time, from (212) 555-0188')).toBeTruthy();
    await choose('Lena Berg');
    expect(
      await dialog.findByText(/4 scheduled texts are canceled, because Lena Berg has no number/),
    ).toBeTruthy();
    expect(dialog.queryByRole('radio', { name: /Send at their time/ })).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Remove Marcus' }));
    await screen.findByText('Seat has been successfully removed');
    expect(api.asked(routes.removeSeatFromTeamMember).map(({ body }) => body)).toEqual([
      { userId: marcus.user?.id, threadsTo: lena.user?.id, scheduledTexts: 'cancel' },
    ]);
  });

  test('without any, says that there are none and asks nothing', async () => {
    const { dialog } = await remove({ byPerson: 0, inThreads: 2, total: 2 });
    expect(await dialog.findByText('Marcus has no scheduled texts.')).toBeTruthy();
    expect(dialog.queryByRole('radio', { name: /Send at/ })).toBeNull();
  });

  test('waits for the count, and can ask again when it fails', async () => {
    const { api, user, dialog } = await remove(new Refusal('internal'));
    const again = await dialog.findByRole('button', { name: 'Try again' });
    expect(isDisabled(dialog.getByRole('button', { name: 'Remove Marcus' }))).toBe(true);
    api.answer(routes.getScheduledTexts, { byPerson: 1, inThreads: 1, total: 1 });
    await user.click(again);
    expect(await dialog.findByText('Marcus has 1 scheduled text')).toBeTruthy();
    expect(isDisabled(dialog.getByRole('button', { name: 'Remove Marcus' }))).toBe(false);
  });
});

test('transferring a seat asks the same', async () => {
  const { api, user, dialog } = await open(
    { byPerson: 2, inThreads: 2, total: 2 },
    'Priya Raman',
    'Transfer seat',
    paths.hiringManagers,
  );
  api.answer(routes.transferHiringManagerSeat, { status: 'sent' });
  await user.click(await dialog.findByRole('radio', { name: 'Cancel now; the conversations show it' }));
  await fill(user, dialog.getByLabelText('Email of the new person'), 'otto@acme.example');
  await fill(user, dialog.getByLabelText('First name'), 'Otto');
  await fill(user, dialog.getByLabelText('Last name'), 'Lind');
  await user.click(dialog.getByRole('button', { name: 'Transfer seat' }));
  await waitFor(() =>
    expect(api.asked(routes.transferHiringManagerSeat).map(({ body }) => body.scheduledTexts)).toEqual([
      'cancel',
    ]),
  );
});

describe('where the number goes away, the dialog says what is canceled', () => {
  test.each([
    ['Marcus Oyelaran', 'Make non-texter', 'Make non-texter'],
    ['the available seat with (312) 555-0199', 'Remove seat', 'Remove seat'],
  ])('%s: %s', async (whose, action, button) => {
    const { dialog } = await open({ byPerson: 0, inThreads: 5, total: 5 }, whose, action);
    expect(await dialog.findByText(/^5 scheduled texts from it are canceled/)).toBeTruthy();
    expect(isDisabled(dialog.getByRole('button', { name: button }))).toBe(false);
  });

  test('also when a non-texter is invited to a seat with one', async () => {
    const counts = { byPerson: 0, inThreads: 1, total: 1 };
    const whose = 'the available seat with (312) 555-0199';
    const { api, user, dialog } = await open(counts, whose, 'Invite to this seat');
    expect(api.asked(routes.getScheduledTexts)).toHaveLength(0);
    await user.click(dialog.getByRole('switch', { name: /Texts candidates/ }));
    expect(await dialog.findByText(/1 scheduled text from it is canceled/)).toBeTruthy();
  });
});
