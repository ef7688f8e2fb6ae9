import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as routes from '../../../../contract/routes.ts';
import type { Seat } from '../../../../contract/seats.ts';
import { paths } from '../../../paths.ts';
import { createFakeApi, Refusal } from '../../../testing/fake-api.ts';
import { createLiveStream } from '../../../testing/inbox.ts';
import { makeAccount, makeUser } from '../../../testing/make.ts';
import { makePendingSeat, makeSeat, makeSeatUser } from '../../../testing/make-seat.ts';
import { renderApp } from '../../../testing/render-app.tsx';

/* What happens to a seat, or is answered, while a dialog about it or about another one is open. */

const me = makeUser();
const marcus = makeSeat();
const lena = makeSeat({
  user: makeSeatUser({ firstName: 'Lena', lastName: 'Berg', email: 'lena@acme.example' }),
  twilioNumber: '+14155550102',
  twilioNumberFormatted: '(415) 555-0102',
});
const invited = makePendingSeat('nia@acme.example');

function open(seats: Seat[]) {
  const api = createFakeApi();
  api.answer(routes.getUser, me);
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.getSeats, seats);
  api.answer(routes.getFormerMembers, []);
  api.answer(routes.getScheduledTexts, { byPerson: 0, inThreads: 0, total: 0 });
  const live = createLiveStream(api);
  const view = renderApp(paths.team, { api });
  const become = async (now: Seat[]) => {
    await live.connected();
    api.answer(routes.getSeats, now);
    live.emit({ type: 'seat.updated', seatId: seats[0]?.id ?? '', linkStatus: null });
  };
  return { ...view, become };
}

async function ask({ user }: Pick<ReturnType<typeof open>, 'user'>, whose: string, action: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${whose}` }));
  await user.click(await screen.findByRole('menuitem', { name: action, hidden: true }));
}

const dialogCalled = (name: string) => screen.findByRole('dialog', { name });
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('a change that is still under way neither shows in the next dialog nor closes it', async () => {
  const view = open([marcus, lena]);
  const reset = Promise.withResolvers<void>();
  view.api.answer(routes.resetPhoneNumber, async () => {
    await reset.promise;
    return {
      phoneNumber: '+14155550177',
      phoneNumberFormatted: '(415) 555-0177',
      linkStatus: 'linked',
    } as const;
  });
  await ask(view, 'Marcus Oyelaran', 'Reset number');
  await view.user.click(await screen.findByRole('button', { name: 'Reset number' }));
  await view.user.keyboard('{Escape}');
  await closed();

  await ask(view, 'Lena Berg', 'Edit tags');
  const tags = await dialogCalled('Tags for Lena Berg');
  reset.resolve();
  await screen.findByText('Number reset successfully!');
  await waitFor(() => expect(view.queryClient.isFetching()).toBe(0));
  expect(tags.isConnected).toBe(true);
  expect(within(tags).getByRole<HTMLButtonElement>('button', { name: 'Save tags' }).disabled).toBe(false);
  expect(screen.getByRole('dialog', { name: 'Tags for Lena Berg' })).toBe(tags);
});

test('a number that is bought after its dialog was closed closes no other one', async () => {
  const view = open([marcus, lena]);
  const bought = Promise.withResolvers<void>();
  const number = { phoneNumber: '+12125550144', phoneNumberFormatted: '(212) 555-0144' };
  view.api.answer(routes.findPhoneNumber, [
    { ...number, areaCode: '212', locality: 'New York', region: 'NY' },
  ]);
  view.api.answer(routes.updatePhoneNumber, async () => {
    await bought.promise;
    return { ...number, linkStatus: 'linking' } as const;
  });
  await ask(view, 'Marcus Oyelaran', 'Get new number');
  await view.user.type(await screen.findByLabelText('Area code'), '212');
  await view.user.click(await screen.findByRole('radio', { name: /0144/ }));
  await view.user.click(screen.getByRole('button', { name: 'Get (212) 555-0144' }));
  await view.user.keyboard('{Escape}');
  await closed();
  await ask(view, 'Lena Berg', 'Make admin');
  const dialog = await dialogCalled('Make Lena Berg an admin?');
  bought.resolve();
  await screen.findByText('Get new number successfully!');
  await waitFor(() => expect(view.queryClient.isFetching()).toBe(0));
  expect(dialog.isConnected).toBe(true);
});

test('a refusal whose form was closed is shown in a notice', async () => {
  const view = open([marcus, lena]);
  const answer = Promise.withResolvers<void>();
  view.api.answer(routes.updateTags, async () => {
    await answer.promise;
    return new Refusal('invalid', { tags: ['Too long'] });
  });
  await ask(view, 'Marcus Oyelaran', 'Edit tags');
  await view.user.click(await screen.findByRole('button', { name: 'Save tags' }));
  await view.user.keyboard('{Escape}');
  await closed();
  answer.resolve();
  expect((await screen.findByRole('alert')).textContent).toContain('Check what you entered.');
});

test('can be opened again for the same seat while it still fades out', async () => {
  const view = open([marcus, lena]);
  view.api.answer(routes.changeUserType, () => {
    view.api.answer(routes.getSeats, [{ ...marcus, userType: 'admin' }, lena]);
    return { status: 'ok' } as const;
  });
  await ask(view, 'Marcus Oyelaran', 'Make admin');
  const first = await dialogCalled('Make Marcus Oyelaran an admin?');
  await view.user.click(within(first).getByRole('button', { name: 'Make admin' }));
  await screen.findByText('User type updated');
  await waitFor(() => expect(view.queryClient.isFetching()).toBe(0));
  await ask(view, 'Marcus Oyelaran', 'Make member');
  const second = await dialogCalled('Make Marcus Oyelaran a member?');
  expect(within(second).getByRole<HTMLButtonElement>('button', { name: 'Make member' }).disabled).toBe(false);
});

test.each<{ what: string; seat: Seat; now: Seat; whose: string; action: string }>([
  {
    what: 'has done the same already, and the button would take it back',
    seat: marcus,
    now: { ...marcus, userType: 'admin' },
    whose: 'Marcus Oyelaran',
    action: 'Make admin',
  },
  {
    what: 'has made them a non-texter, and the button would make them a texter',
    seat: marcus,
    now: { ...marcus, seatType: 'nonTexter', twilioNumber: null, twilioNumberFormatted: null },
    whose: 'Marcus Oyelaran',
    action: 'Make non-texter',
  },
  {
    what: 'has reset the number, and the button would reset the new one',
    seat: marcus,
    now: { ...marcus, twilioNumber: '+14155550177', twilioNumberFormatted: '(415) 555-0177' },
    whose: 'Marcus Oyelaran',
    action: 'Reset number',
  },
  {
    what: 'has given the seat to someone else, who would be removed',
    seat: marcus,
    now: { ...marcus, user: lena.user },
    whose: 'Marcus Oyelaran',
    action: 'Remove from seat',
  },
  {
    what: 'has invited someone else, whose invitation would be canceled',
    seat: invited,
    now: { ...invited, pendingEmail: 'ola@acme.example' },
    whose: 'nia@acme.example',
    action: 'Cancel invitation',
  },
])('a dialog never turns into another one: a colleague $what', async ({ seat, now, whose, action }) => {
  const view = open([seat]);
  await ask(view, whose, action);
  await screen.findByRole('dialog');
  await view.become([now]);
  const dialog = within(await dialogCalled('This has changed'));
  expect(dialog.getByRole('button', { name: 'OK' })).toBeTruthy();
});

test('what a colleague changes while tags are open is in the field, unless one has changed them oneself', async () => {
  const view = open([marcus]);
  await ask(view, 'Marcus Oyelaran', 'Edit tags');
  const dialog = within(await dialogCalled('Tags for Marcus Oyelaran'));
  await view.become([{ ...marcus, tags: ['West'] }]);
  await dialog.findByText('West');
  await view.user.type(dialog.getByLabelText('Tags'), 'Nights{Enter}');
  await view.become([{ ...marcus, tags: ['East'] }]);
  await waitFor(() => expect(view.queryClient.isFetching()).toBe(0));
  expect(dialog.getByText('Nights')).toBeTruthy();
});
