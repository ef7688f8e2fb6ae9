import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { failures } from '../../../contract/failure.ts';
import * as routes from '../../../contract/routes.ts';
import type { Seat } from '../../../contract/seats.ts';
import type { User } from '../../../contract/users.ts';
import { paths } from '../../paths.ts';
import { createFakeApi, Refusal } from '../../testing/fake-api.ts';
import { createLiveStream } from '../../testing/inbox.ts';
import { makeAccount, makeConversation, makeId, makeUser } from '../../testing/make.ts';
import { makeCard, makePreview } from '../../testing/make-billing.ts';
import { makeFreeSeat, makePendingSeat, makeSeat, makeSeatUser } from '../../testing/make-seat.ts';
import { fill, renderApp } from '../../testing/render-app.tsx';
import { CHANGED_MEANWHILE } from './use-team-change.ts';

const me = makeUser();
const dana = makeSeat({
  userType: 'admin',
  user: makeSeatUser({ id: me.id, firstName: 'Dana', lastName: 'Reed', email: me.email }),
  can: { ...makeSeat().can, removePerson: false, changeUserType: false },
});
const marcus = makeSeat({ tags: ['West', 'Nurses', 'Nights'] });
const lena = makeSeat({
  seatType: 'nonTexter',
  twilioNumber: null,
  twilioNumberFormatted: null,
  linkStatus: null,
  user: makeSeatUser({ firstName: 'Lena', lastName: 'Berg', email: 'lena@acme.example' }),
});
const priya = makeSeat({
  seatRole: 'hiringManager',
  user: makeSeatUser({ firstName: 'Priya', lastName: 'Raman', email: 'priya@acme.example' }),
});
const invited = makePendingSeat('nia@acme.example');
const free = makeFreeSeat();

function apiOf(seats: Seat[], user: User = me) {
  const api = createFakeApi();
  api.answer(routes.getUser, user);
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.getSeats, seats);
  api.answer(routes.getFormerMembers, []);
  api.answer(routes.getScheduledTexts, { byPerson: 0, inThreads: 0, total: 0 });
  return api;
}

function open(seats: Seat[] = [dana, marcus, lena, priya, invited, free], path: string = paths.team) {
  return renderApp(path, { api: apiOf(seats) });
}

const rowOf = async (name: string) => {
  const table = within(await screen.findByRole('table'));
  const row = (await table.findByText(name)).closest('tr');
  if (!row) throw new Error(`${name} is in no row`);
  return within(row);
};

/** Chooses an action of a seat and answers its dialog. Nothing is laid out here, so the menu counts as hidden. */
async function ask({ user }: ReturnType<typeof renderApp>, whose: string, action: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${whose}` }));
  await user.click(await screen.findByRole('menuitem', { name: action, hidden: true }));
  return within(await screen.findByRole('dialog'));
}

const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('the list', () => {
  test('shows the seats of the account and what is known of each person', async () => {
    open();
    const seats = within(await screen.findByRole('region', { name: 'Seats' }));
    await waitFor(() =>
      expect(seats.getAllByRole('definition').map((each) => each.textContent)).toEqual(['3', '1', '1', '5']),
    );
    expect((await screen.findByRole('table')).querySelectorAll('tbody tr')).toHaveLength(5);
    expect(seats.getByText(/^1 more seat is for/)).toBeTruthy();
    const row = await rowOf('Marcus Oyelaran');
    for (const text of [
      'marcus@acme.example',
      'Member',
      'Texter',
      '(415) 555-0101',
      'Active',
      '+1',
      'Never active',
    ])
      expect(row.getByText(text)).toBeTruthy();
    expect((await rowOf('Dana Reed')).getByText('You')).toBeTruthy();
    expect((await rowOf('Lena Berg')).getByText('Non-texter')).toBeTruthy();
    expect((await rowOf('nia@acme.example')).getByText('Invited until November 27, 2099')).toBeTruthy();
    expect((await rowOf('Available seat')).getByText('Available')).toBeTruthy();
    expect(screen.queryByText('Priya Raman')).toBeNull();
  });

  test('of hiring managers has only these, and the free seats', async () => {
    open(undefined, paths.hiringManagers);
    await rowOf('Priya Raman');
    expect(screen.getByText('Available seat')).toBeTruthy();
    expect(screen.queryByText('Marcus Oyelaran')).toBeNull();
  });

  test('says that a new number is being bought', async () => {
    open([dana, { ...marcus, replacementNumber: '+12125550144' }]);
    expect((await rowOf('Marcus Oyelaran')).getByText('A new one is on its way')).toBeTruthy();
  });

  test('an invitation with an expired link shows it', async () => {
    const over = { ...invited.invitation, expiresAt: '2026-01-01T00:00:00.000Z' } as Seat['invitation'];
    open([dana, { ...invited, invitation: over }]);
    expect((await rowOf('nia@acme.example')).getByText('Invitation expired')).toBeTruthy();
  });

  test('is narrowed by words, by state and by who texts, and shown whole again', async () => {
    const { user } = open();
    await rowOf('Marcus Oyelaran');
    await fill(user, screen.getByRole('searchbox', { name: 'Search people' }), 'nurses');
    await waitFor(() => expect(screen.queryByText('Lena Berg')).toBeNull());
    expect(screen.getByText('Marcus Oyelaran')).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'Available' }));
    expect(await screen.findByText('No match')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    await rowOf('Lena Berg');
    await user.click(screen.getByRole('radio', { name: 'Invited' }));
    await waitFor(() => expect(screen.queryByText('Lena Berg')).toBeNull());
    expect(screen.getByText('nia@acme.example')).toBeTruthy();
  });

  test('of 500 seats is drawn bit by bit', async () => {
    const many = Array.from({ length: 500 }, (_, index) =>
      makeSeat({
        user: makeSeatUser({
          firstName: 'Person',
          lastName: String(index).padStart(3, '0'),
          email: `p${index}@acme.example`,
        }),
      }),
    );
    const { user } = open(many);
    await rowOf('Person 000');
    expect(screen.queryByText('Person 050')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await rowOf('Person 099');
    await fill(user, screen.getByRole('searchbox', { name: 'Search people' }), '499');
    await rowOf('Person 499');
    expect(screen.queryByText('Person 000')).toBeNull();
  });

  test('that fails to load shows an error and can be tried again', async () => {
    const api = apiOf([dana]);
    api.answer(routes.getSeats, new Refusal('internal'));
    const { user } = renderApp(paths.team, { api });
    const again = await screen.findByRole('button', { name: 'Try again' });
    api.answer(routes.getSeats, [dana]);
    await user.click(again);
    await rowOf('Dana Reed');
  });

  test('shows at once what a colleague has changed, asked for once', async () => {
    const api = apiOf([dana, marcus]);
    const live = createLiveStream(api);
    renderApp(paths.team, { api });
    await rowOf('Marcus Oyelaran');
    await live.connected();
    const before = api.asked(routes.getSeats).length;
    api.answer(routes.getSeats, [dana, free]);
    for (let times = 0; times < 5; times += 1)
      live.emit({ type: 'seat.updated', seatId: marcus.id, linkStatus: null });
    await rowOf('Available seat');
    expect(screen.queryByText('Marcus Oyelaran')).toBeNull();
    expect(api.asked(routes.getSeats).length).toBe(before + 1);
  });

  test('is closed to members, and to an admin who becomes one', async () => {
    const api = apiOf([dana]);
    const { queryClient } = renderApp(paths.team, { api });
    await rowOf('Dana Reed');
    api.answer(routes.getUser, { ...me, userType: 'member' });
    await queryClient.invalidateQueries({ queryKey: [routes.getUser.path] });
    expect(await screen.findByRole('heading', { name: 'Only an admin can open this.' })).toBeTruthy();
    expect(screen.queryByText('marcus@acme.example')).toBeNull();
  });
});

describe('an action that needs a yes', () => {
  test.each([
    {
      whose: 'nia@acme.example',
      action: 'Send invitation again',
      says: /The old link stops working/,
      button: 'Send again',
      notice: 'Ask your team member to check their email',
      route: routes.resendInvitation,
      reply: { status: 'sent' },
      body: { email: 'nia@acme.example' },
    },
    {
      whose: 'nia@acme.example',
      action: 'Cancel invitation',
      says: /The link we sent to nia@acme.example stops working/,
      button: 'Cancel invitation',
      notice: 'Invite has been canceled',
      route: routes.cancelInvitation,
      reply: { status: 'ok' },
      body: { email: 'nia@acme.example' },
    },
    {
      whose: 'Marcus Oyelaran',
      action: 'Make admin',
      says: /They can invite and remove people/,
      button: 'Make admin',
      notice: 'User type updated',
      route: routes.changeUserType,
      reply: { status: 'ok' },
      body: { userId: marcus.user?.id, userType: 'admin' },
    },
    {
      whose: 'Marcus Oyelaran',
      action: 'Sign out',
      says: /They can sign in again/,
      button: 'Sign out',
      notice: 'Signed out on all devices',
      route: routes.endSessionsOfUser,
      reply: { status: 'ok' },
      body: { userId: marcus.user?.id },
    },
    {
      whose: 'Marcus Oyelaran',
      action: 'Make non-texter',
      says: /Texts to \(415\) 555-0101 still arrive for 30 days/,
      button: 'Make non-texter',
      notice: 'User updated successfully!',
      route: routes.updateUserToNonTexter,
      reply: { status: 'ok' },
      body: { userId: marcus.user?.id },
    },
    {
      whose: 'Lena Berg',
      action: 'Make texter',
      says: /They can choose a number and text/,
      button: 'Make texter',
      notice: 'User updated successfully!',
      route: routes.updateUserToTexter,
      reply: { status: 'ok' },
      body: { userId: lena.user?.id },
    },
    {
      whose: 'Marcus Oyelaran',
      action: 'Reset number',
      says: /another number in the same area code/,
      button: 'Reset number',
      notice: 'Number reset successfully!',
      route: routes.resetPhoneNumber,
      reply: { phoneNumber: '+14155550102', phoneNumberFormatted: '(415) 555-0102', linkStatus: 'linking' },
      body: { seatId: marcus.id },
    },
    {
      whose: 'an available seat',
      action: 'Remove seat',
      says: /Your plan will have one fewer seat/,
      button: 'Remove seat',
      notice: 'Seat has been successfully removed from this account',
      route: routes.removeSeat,
      reply: makeAccount(),
      body: { seatId: free.id },
    },
  ] as const)(
    '$action: is explained, done once, and confirmed by a notice',
    async ({ whose, action, says, button, notice, route, reply, body }) => {
      const view = open();
      view.api.answer(route, async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        return reply as never;
      });
      const dialog = await ask(view, whose, action);
      expect(dialog.getByText(says)).toBeTruthy();
      const before = view.api.asked(routes.getSeats).length;
      await view.user.dblClick(dialog.getByRole('button', { name: button }));
      expect(await screen.findByText(notice)).toBeTruthy();
      await closed();
      expect(view.api.asked(route).map((asked) => asked.body)).toEqual([body]);
      await waitFor(() => expect(view.api.asked(routes.getSeats).length).toBeGreaterThan(before));
    },
  );

  test('is opened, refused and left by the keyboard; the focus comes back', async () => {
    const view = open();
    const { user } = view;
    const button = await screen.findByRole('button', { name: 'Actions for Marcus Oyelaran' });
    button.focus();
    await user.keyboard('{Enter}');
    // A browser focuses the first item; here nothing is laid out, so nothing can be.
    (await screen.findByRole('menuitem', { name: 'Out of office', hidden: true })).focus();
    await user.keyboard('{ArrowDown}{Enter}');
    await screen.findByRole('dialog');
    await user.keyboard('{Escape}');
    await closed();
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  test('that is refused leaves everything as it was, with the sentence', async () => {
    const view = open();
    view.api.answer(routes.changeUserType, new Refusal('admin_needed'));
    const dialog = await ask(view, 'Marcus Oyelaran', 'Make admin');
    await view.user.click(dialog.getByRole('button', { name: 'Make admin' }));
    expect(await screen.findByText(failures.admin_needed.message)).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Make admin' })).toBeTruthy();
  });

  test('on what a colleague has just changed shows why it is refused', async () => {
    const view = open();
    view.api.answer(routes.cancelInvitation, () => {
      view.api.answer(routes.getSeats, [dana]);
      return new Refusal('not_found');
    });
    const dialog = await ask(view, 'nia@acme.example', 'Cancel invitation');
    await view.user.click(dialog.getByRole('button', { name: 'Cancel invitation' }));
    expect((await screen.findAllByText(CHANGED_MEANWHILE)).length).toBeGreaterThan(0);
    await view.user.click(await screen.findByRole('button', { name: 'OK' }));
    await closed();
    expect(screen.queryByText('nia@acme.example')).toBeNull();
  });

  test('that became impossible while its dialog is open can no longer be chosen', async () => {
    const api = apiOf([dana, invited]);
    const live = createLiveStream(api);
    const view = renderApp(paths.team, { api });
    await ask(view, 'nia@acme.example', 'Cancel invitation');
    await live.connected();
    api.answer(routes.getSeats, [dana]);
    live.emit({ type: 'seat.updated', seatId: invited.id, linkStatus: null });
    expect(await screen.findByRole('dialog', { name: 'This has changed' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel invitation' })).toBeNull();
  });

  test('what the server does not allow is not offered', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Actions for Dana Reed' }));
    await screen.findByRole('menuitem', { name: 'Edit tags', hidden: true });
    for (const name of ['Remove from seat', 'Make member', 'Transfer seat', 'Remove seat'])
      expect(screen.queryByRole('menuitem', { name, hidden: true })).toBeNull();
  });
});

describe('removing a person', () => {
  test('their conversations stay with the seat, or go to a colleague who was chosen', async () => {
    const view = open();
    view.api.answer(routes.removeSeatFromTeamMember, { status: 'ok' });
    const dialog = await ask(view, 'Marcus Oyelaran', 'Remove from seat');
    expect(dialog.getByText(/signed out everywhere right away/)).toBeTruthy();
    expect(dialog.getByText(/keeps \(415\) 555-0101/)).toBeTruthy();
    await view.user.click(dialog.getByRole('radio', { name: 'Go to a colleague' }));
    await view.user.click(dialog.getByRole('button', { name: 'Remove Marcus' }));
    expect(await dialog.findByText('Choose a colleague')).toBeTruthy();
    expect(view.api.asked(routes.removeSeatFromTeamMember)).toHaveLength(0);
    await view.user.click(dialog.getByRole('combobox', { name: 'Colleague' }));
    await view.user.click(await screen.findByRole('option', { name: 'Priya Raman', hidden: true }));
    await view.user.click(dialog.getByRole('button', { name: 'Remove Marcus' }));
    expect(await screen.findByText('Seat has been successfully removed')).toBeTruthy();
    expect(view.api.asked(routes.removeSeatFromTeamMember).map(({ body }) => body)).toEqual([
      { userId: marcus.user?.id, threadsTo: priya.user?.id, scheduledTexts: 'send' },
    ]);
  });

  test('a former member can be brought back', async () => {
    const api = apiOf([dana, free]);
    api.answer(routes.getFormerMembers, [
      {
        id: makeId(),
        firstName: 'Otto',
        lastName: 'Lind',
        email: 'otto@acme.example',
        removedAt: '2026-11-02T15:00:00.000Z',
      },
    ]);
    api.answer(routes.resendInvitation, { status: 'ok' });
    const { user } = renderApp(paths.team, { api });
    await user.click(await screen.findByRole('button', { name: 'Invite again: Otto Lind' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/They take the last available seat/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Invite again' }));
    expect(await screen.findByText('Reinvite member!')).toBeTruthy();
    expect(screen.getByText('Member account is activated')).toBeTruthy();
  });

  test('a former member can come back once there is a seat: the link leads to the purchase', async () => {
    const api = apiOf([dana, marcus]);
    const removedAt = '2026-11-02T15:00:00.000Z';
    api.answer(routes.getFormerMembers, [
      { id: makeId(), firstName: 'Otto', lastName: 'Lind', email: 'otto@acme.example', removedAt },
    ]);
    const { user, queryClient } = renderApp(paths.team, { api });
    // Something else on the page, which has nothing to do with it.
    const other = { mutationFn: () => new Promise(() => {}) };
    void queryClient.getMutationCache().build(queryClient, other).execute(undefined);
    await user.click(await screen.findByRole('button', { name: 'Invite again: Otto Lind' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/All 2 seats are taken/)).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Invite again' })).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Buy seats' }));
    expect(await screen.findByRole('dialog', { name: 'Buy seats' })).toBeTruthy();
  });
});

describe('purchasing seats', () => {
  async function type(view: ReturnType<typeof renderApp>, quantity: string) {
    await view.user.click(await screen.findByRole('button', { name: 'Buy seats' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Buy seats' }));
    const field = dialog.getByLabelText('How many seats');
    await view.user.clear(field);
    if (quantity) await view.user.type(field, quantity);
    return dialog;
  }

  test('says how many there are then, and does it once', async () => {
    const view = open();
    view.api.answer(routes.purchaseSeats, makeAccount());
    view.api.answer(
      routes.previewPlan,
      makePreview({
        dueNowCents: 6210,
        lines: [{ description: '4 more seats until December 20', amountCents: 6210 }],
        renewalCents: 25_000,
      }),
    );
    view.api.answer(routes.getCard, makeCard());
    const dialog = await type(view, '4');
    expect(dialog.getByText('Your plan will have 10 seats instead of 6.')).toBeTruthy();
    expect(await dialog.findByText('4 more seats until December 20')).toBeTruthy();
    expect(dialog.getAllByText('$62.10')).toHaveLength(2);
    expect(dialog.getByText('Renews on December 20, 2026 for $250, then every month.')).toBeTruthy();
    expect(await dialog.findByText(/We'll charge Visa ending in 4242/)).toBeTruthy();
    expect(view.api.asked(routes.previewPlan).at(-1)?.query).toEqual({
      accountType: 'team',
      planType: 'monthly',
      recruiters: 10,
    });
    await view.user.dblClick(dialog.getByRole('button', { name: 'Buy 4 seats' }));
    expect(await screen.findByText('Purchase successful!')).toBeTruthy();
    expect(screen.getByText('You can start inviting new team members right away')).toBeTruthy();
    const sent = view.api.asked(routes.purchaseSeats);
    expect(sent.map(({ body }) => body)).toEqual([{ quantity: 4 }]);
    expect(sent[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('are free where no one is charged', async () => {
    const view = open();
    const account = makeAccount();
    view.api.answer(routes.getAccount, {
      ...account,
      subscriptionInfo: { ...account.subscriptionInfo, off: true },
    });
    view.api.answer(routes.purchaseSeats, makeAccount());
    const dialog = await type(view, '1');
    expect(dialog.getByText('Billing is off on this server.')).toBeTruthy();
    await view.user.click(dialog.getByRole('button', { name: 'Buy 1 seat' }));
    expect(await screen.findByText('Purchase successful!')).toBeTruthy();
    expect(view.api.asked(routes.previewPlan)).toEqual([]);
  });

  test('a declined card leaves the seats as they were, and asks for another', async () => {
    const view = open();
    view.api.answer(routes.purchaseSeats, new Refusal('card_declined'));
    view.api.answer(routes.createSetupIntent, { gateway: 'sandbox' });
    const dialog = await type(view, '1');
    const purchase = dialog.getByRole('button', { name: 'Buy 1 seat' });
    await waitFor(() => expect(purchase).toHaveProperty('disabled', false));
    await view.user.click(purchase);
    expect(await dialog.findByText(failures.card_declined.message)).toBeTruthy();
    expect(dialog.getByLabelText('Card number')).toBeTruthy();
    expect(screen.queryByText('Purchase successful!')).toBeNull();
  });

  test.each([
    ['0', 'Buy at least 1 seat'],
    ['-1', 'Buy at least 1 seat'],
    ['1.5', 'The quantity must be a whole number'],
    ['10000', 'Buy at most 1000 seats at a time'],
    ['', 'The quantity is required'],
  ])('%j is refused at the field and not asked for', async (quantity, sentence) => {
    const view = open();
    const dialog = await type(view, quantity);
    await view.user.click(dialog.getByRole('button', { name: 'Buy seats' }));
    expect(await dialog.findByText(sentence)).toBeTruthy();
    expect(view.api.asked(routes.purchaseSeats)).toHaveLength(0);
  });

  test('what the server refuses stands at the field', async () => {
    const view = open();
    const sentence = 'A team can have at most 1,000 seats. You can purchase 3 more';
    view.api.answer(routes.purchaseSeats, new Refusal('invalid', { quantity: [sentence] }));
    const dialog = await type(view, '997');
    await view.user.click(dialog.getByRole('button', { name: 'Buy 997 seats' }));
    expect(await dialog.findByText(sentence)).toBeTruthy();
    expect(screen.queryByText(failures.invalid.message)).toBeNull();
  });
});

describe('a seat', () => {
  test('gets tags', async () => {
    const view = open();
    view.api.answer(routes.updateTags, { status: 'ok' });
    const dialog = await ask(view, 'Marcus Oyelaran', 'Edit tags');
    await view.user.type(dialog.getByRole('combobox', { name: 'Tags' }), 'Austin{Enter}');
    await view.user.click(dialog.getByRole('button', { name: 'Save tags' }));
    expect(await screen.findByText('Tags updated successfully!')).toBeTruthy();
    expect(view.api.asked(routes.updateTags).map(({ params, body }) => ({ ...params, ...body }))).toEqual([
      { id: marcus.id, tags: ['West', 'Nurses', 'Nights', 'Austin'] },
    ]);
  });

  test('gets another number, chosen by area code', async () => {
    const view = open();
    view.api.answer(routes.findPhoneNumber, [
      {
        phoneNumber: '+12125550144',
        phoneNumberFormatted: '(212) 555-0144',
        areaCode: '212',
        locality: 'New York',
        region: 'NY',
      },
    ]);
    view.api.answer(routes.updatePhoneNumber, {
      phoneNumber: '+12125550144',
      phoneNumberFormatted: '(212) 555-0144',
      linkStatus: 'linking',
    });
    const dialog = await ask(view, 'Marcus Oyelaran', 'Get new number');
    await view.user.type(await dialog.findByLabelText('Area code'), '212');
    await view.user.click(await dialog.findByRole('radio', { name: /0144/ }));
    await view.user.click(dialog.getByRole('button', { name: 'Get (212) 555-0144' }));
    expect(await screen.findByText('Get new number successfully!')).toBeTruthy();
    expect(view.api.asked(routes.updatePhoneNumber)[0]).toMatchObject({
      params: { id: marcus.id },
      body: { phoneNumber: '+12125550144' },
    });
  });

  test('of a hiring manager is transferred; a person with a seat is refused at the field', async () => {
    const view = open(undefined, paths.hiringManagers);
    view.api.answer(routes.transferHiringManagerSeat, { status: 'sent' });
    const dialog = await ask(view, 'Priya Raman', 'Transfer seat');
    expect(dialog.getByText(/\(415\) 555-0101, candidates and conversations stay/)).toBeTruthy();
    const email = dialog.getByLabelText('Email of the new person');
    await fill(view.user, email, 'lena@acme.example');
    await view.user.click(dialog.getByRole('button', { name: 'Transfer seat' }));
    expect(await dialog.findByText('lena@acme.example already used')).toBeTruthy();
    expect(dialog.getByText('The first name is required')).toBeTruthy();
    await view.user.clear(email);
    await fill(view.user, email, 'omar@acme.example');
    await fill(view.user, dialog.getByLabelText('First name'), 'Omar');
    await fill(view.user, dialog.getByLabelText('Last name'), 'Haddad');
    await view.user.dblClick(dialog.getByRole('button', { name: 'Transfer seat' }));
    expect(await screen.findByText('Seat transferred successfully!')).toBeTruthy();
    expect(view.api.asked(routes.transferHiringManagerSeat)).toHaveLength(1);
  });

  test('has an automatic reply that an admin can change', async () => {
    const view = open();
    const settings = {
      outOfOfficeMessageEnabled: false,
      outOfOfficeMessage: 'I am away',
      startsAt: null,
      endsAt: null,
      delegateUserId: null,
      timezone: 'America/New_York',
      delegates: [],
    };
    view.api.answer(routes.getUserOfficeByUserId, settings);
    view.api.answer(routes.updateOutOfOfficeByUserId, { ...settings, outOfOfficeMessageEnabled: true });
    const dialog = await ask(view, 'Marcus Oyelaran', 'Out of office');
    await view.user.click(await dialog.findByRole('switch', { name: /Reply automatically/ }));
    await view.user.click(dialog.getByRole('button', { name: 'Save out of office' }));
    await waitFor(() =>
      expect(view.api.asked(routes.updateOutOfOfficeByUserId)[0]?.params).toEqual({ id: marcus.user?.id }),
    );
  });
});

describe('a free seat that still gets texts', () => {
  const left = makeFreeSeat({ twilioNumber: '+14155550109', twilioNumberFormatted: '(415) 555-0109' });

  function openWith(path: string, seat = left) {
    const api = apiOf([dana, marcus, seat]);
    api.answer(routes.getInboxCounts, { unread: 0, waiting: 0, uncovered: 2 });
    api.answer(routes.listUncoveredConversations, {
      items: [makeConversation({ assigneeId: null, unreadCount: 1 })],
      nextCursor: null,
    });
    return renderApp(path, { api });
  }

  test('an admin sees them in the sidebar and on the page, and reads them', async () => {
    const { user, path } = openWith(paths.team);
    const sidebar = within(await screen.findByRole('complementary', { name: 'Sidebar' }));
    expect(await sidebar.findByRole('img', { name: '2 uncovered' })).toBeTruthy();
    expect((await rowOf('Available seat')).getByText('No one reads its texts')).toBeTruthy();
    expect(
      await screen.findByText('2 conversations have new texts, and no one has their seats.'),
    ).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Read them' }));
    await waitFor(() => expect(path()).toBe(paths.uncovered));
    expect(await screen.findByText('Thanks, Thursday works')).toBeTruthy();
  });

  test('a colleague covers it', async () => {
    const { user, api } = openWith(paths.uncovered);
    await user.click(await screen.findByRole('button', { name: 'Cover this seat' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/new texts to \(415\) 555-0109 in their own inbox/)).toBeTruthy();
    await user.click(dialog.getByRole('combobox', { name: 'Covered by' }));
    await user.click(await screen.findByRole('option', { name: 'Marcus Oyelaran', hidden: true }));
    api.answer(routes.coverSeat, { status: 'ok' });
    const coveredBy = { id: marcus.user?.id ?? '', firstName: 'Marcus', lastName: 'Oyelaran' };
    api.answer(routes.getSeats, [dana, marcus, { ...left, coveredBy }]);
    api.answer(routes.listUncoveredConversations, { items: [], nextCursor: null });
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The seat is covered')).toBeTruthy();
    expect(api.asked(routes.coverSeat).map(({ body }) => body)).toEqual([{ userId: marcus.user?.id }]);
    expect(await screen.findByText('Every conversation has someone')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cover this seat' })).toBeNull();
  });

  test('a covered one says who covers it', async () => {
    const coveredBy = { id: makeId(), firstName: 'Marcus', lastName: 'Oyelaran' };
    openWith(paths.team, { ...left, coveredBy });
    expect((await rowOf('Available seat')).getByText('Covered by Marcus Oyelaran')).toBeTruthy();
  });
});

describe('a service', () => {
  const service = (over: Partial<Seat> = {}) =>
    makeSeat({
      user: makeSeatUser({
        firstName: 'Payroll',
        lastName: '',
        email: '0199@service.invalid',
        isService: true,
      }),
      can: { ...makeSeat().can, changeUserType: false },
      ...over,
    });

  test('is marked, shows no address and is renamed', async () => {
    const payroll = service();
    const app = open([dana, payroll]);
    const row = await rowOf('Payroll');
    expect(row.getByText(/^Service/)).toBeTruthy();
    expect(screen.queryByText(/service\.invalid/)).toBeNull();
    expect(row.queryByText('Never active')).toBeNull();
    app.api.answer(routes.renameService, { status: 'ok' });
    const dialog = await ask(app, 'Payroll', 'Rename');
    await app.user.clear(dialog.getByLabelText('Name'));
    await app.user.click(dialog.getByRole('button', { name: 'Rename' }));
    expect(await dialog.findByText('The name is required')).toBeTruthy();
    await app.user.type(dialog.getByLabelText('Name'), 'Payroll import');
    await app.user.click(dialog.getByRole('button', { name: 'Rename' }));
    await closed();
    expect(app.api.asked(routes.renameService).map(({ body }) => body)).toEqual([
      { userId: payroll.user?.id, name: 'Payroll import' },
    ]);
  });

  test('has no rights of an admin and nothing to sign out of, and gets its first number from an admin', async () => {
    const app = open([dana, service({ twilioNumber: null, twilioNumberFormatted: null, linkStatus: null })]);
    await app.user.click(await screen.findByRole('button', { name: 'Actions for Payroll' }));
    const items = (await screen.findAllByRole('menuitem', { hidden: true })).map((item) => item.textContent);
    expect(items).toEqual([
      'Rename',
      'Edit tags',
      'Out of office',
      'Make non-texter',
      expect.stringMatching(/^Get number/),
      'Remove from seat',
    ]);
  });

  test('is removed with its keys, and gets no one’s conversations', async () => {
    const app = open([dana, marcus, service()]);
    app.api.answer(routes.removeSeatFromTeamMember, { status: 'ok' });
    const own = await ask(app, 'Payroll', 'Remove from seat');
    expect(own.getByText(/The API keys of Payroll stop working right away/)).toBeTruthy();
    await app.user.click(own.getByRole('button', { name: 'Cancel' }));
    await closed();
    const dialog = await ask(app, 'Marcus Oyelaran', 'Remove from seat');
    await app.user.click(dialog.getByLabelText('Go to a colleague'));
    await app.user.click(dialog.getByRole('combobox', { name: 'Colleague' }));
    const options = (await screen.findAllByRole('option', { hidden: true })).map(
      (option) => option.textContent,
    );
    expect(options).toEqual(['Dana Reed']);
  });
});
