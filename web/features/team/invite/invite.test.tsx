import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { failures } from '../../../../contract/failure.ts';
import * as routes from '../../../../contract/routes.ts';
import type { Seat } from '../../../../contract/seats.ts';
import { paths } from '../../../paths.ts';
import { createFakeApi, Refusal } from '../../../testing/fake-api.ts';
import { makeAccount, makeUser } from '../../../testing/make.ts';
import { makeFreeSeat, makePendingSeat, makeSeat } from '../../../testing/make-seat.ts';
import { fill, renderApp } from '../../../testing/render-app.tsx';

const withNumber = makeFreeSeat({ twilioNumber: '+13125550199', twilioNumberFormatted: '(312) 555-0199' });
const seatsWithRoom = [makeSeat(), makePendingSeat('nia@acme.example'), makeFreeSeat(), withNumber];

async function open(seats: Seat[] = seatsWithRoom, path: string = paths.team) {
  const api = createFakeApi();
  api.answer(routes.getUser, makeUser());
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.getSeats, seats);
  api.answer(routes.getFormerMembers, []);
  const view = renderApp(path, { api });
  await screen.findByRole('table');
  await view.user.click(await screen.findByRole('button', { name: 'Invite' }));
  return { ...view, dialog: within(await screen.findByRole('dialog')) };
}

const sentences = () => screen.findByText('Invite sent!');

describe('one person', () => {
  test('is invited once, with the details that were entered', async () => {
    const { api, user, dialog } = await open();
    expect(dialog.getByText(/2 of 4 seats are available/)).toBeTruthy();
    api.answer(routes.inviteUser, async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { status: 'sent' as const };
    });
    await fill(user, dialog.getByLabelText('Email'), 'omar@acme.example');
    await fill(user, dialog.getByLabelText('First name (optional)'), 'Omar');
    await user.click(dialog.getByRole('switch', { name: /Texts candidates/ }));
    await user.dblClick(dialog.getByRole('button', { name: 'Send invite' }));
    await sentences();
    expect(screen.getByText('Ask your team member to check their email')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sent = api.asked(routes.inviteUser);
    expect(sent.map(({ body }) => body)).toEqual([
      {
        email: 'omar@acme.example',
        firstName: 'Omar',
        userType: 'member',
        seatType: 'nonTexter',
        seatRole: 'recruiter',
      },
    ]);
    expect(sent[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('who was here before is back at once', async () => {
    const { api, user, dialog } = await open();
    api.answer(routes.inviteUser, { status: 'ok' });
    await fill(user, dialog.getByLabelText('Email'), 'otto@acme.example');
    await user.click(dialog.getByRole('button', { name: 'Send invite' }));
    expect(await screen.findByText('Reinvite member!')).toBeTruthy();
    expect(screen.getByText('Member account is activated')).toBeTruthy();
  });

  test('can take over a seat with its number, as a hiring manager from their page', async () => {
    const { api, user, dialog } = await open(seatsWithRoom, paths.hiringManagers);
    api.answer(routes.inviteUser, { status: 'sent' });
    await fill(user, dialog.getByLabelText('Email'), 'omar@acme.example');
    await user.click(dialog.getByRole('combobox', { name: 'Seat' }));
    await user.click(await screen.findByRole('option', { name: 'With (312) 555-0199', hidden: true }));
    expect(dialog.getByText(/They take over \(312\) 555-0199 and its conversations/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Send invite' }));
    await sentences();
    expect(api.asked(routes.inviteUser)[0]?.body).toMatchObject({
      seatId: withNumber.id,
      seatRole: 'hiringManager',
    });
  });

  test.each([
    ['nia@acme.example', 'nia@acme.example already used'],
    ['MARCUS@acme.example', 'MARCUS@acme.example already used'],
    ['nothing', 'The email is invalid'],
  ])('%s is refused at the field and not asked for', async (email, sentence) => {
    const { api, user, dialog } = await open();
    await fill(user, dialog.getByLabelText('Email'), email);
    await user.click(dialog.getByRole('button', { name: 'Send invite' }));
    expect(await dialog.findByText(sentence)).toBeTruthy();
    expect(api.asked(routes.inviteUser)).toHaveLength(0);
  });

  test('of another account: the sentence, and nothing else changes', async () => {
    const { api, user, dialog } = await open();
    api.answer(routes.inviteUser, new Refusal('cannot_invite'));
    await fill(user, dialog.getByLabelText('Email'), 'stranger@other.example');
    await user.click(dialog.getByRole('button', { name: 'Send invite' }));
    expect(await screen.findByText(failures.cannot_invite.message)).toBeTruthy();
    expect(dialog.getByLabelText<HTMLInputElement>('Email').value).toBe('stranger@other.example');
  });

  test('when the last seat went to someone else meanwhile, a sentence explains it', async () => {
    const { api, user, dialog } = await open();
    api.answer(routes.inviteUser, new Refusal('no_free_seat'));
    await fill(user, dialog.getByLabelText('Email'), 'omar@acme.example');
    await user.click(dialog.getByRole('button', { name: 'Send invite' }));
    expect(await screen.findByText(failures.no_free_seat.message)).toBeTruthy();
  });

  test('without a free seat the way leads to the purchase', async () => {
    const { user, dialog } = await open([makeSeat()]);
    expect(dialog.getByText(/^Your only seat is taken\. Buy another one/)).toBeTruthy();
    expect(dialog.queryByLabelText('Email')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Buy seats' }));
    expect(await screen.findByRole('dialog', { name: 'Buy seats' })).toBeTruthy();
  });
});

describe('a pasted list', () => {
  test('has an outcome for each address; what was refused can be fixed and sent again', async () => {
    const { api, user, dialog } = await open();
    await user.click(dialog.getByRole('radio', { name: 'Several people' }));
    const field = dialog.getByLabelText('Email addresses');
    await user.click(field);
    await user.paste('Ana <ana@acme.example>');
    expect(field.dataset.success).toBe('true');
    await user.paste(', nia@acme.example; bo at acme');
    expect(field.dataset.success).toBeUndefined();
    // What will be refused takes no seat, and two are free.
    expect(dialog.getByText(/^We'll email each person a link/)).toBeTruthy();
    api.answer(routes.inviteUsers, {
      outcomes: [
        { email: 'ana@acme.example', outcome: 'sent' as const, code: null, message: null },
        {
          email: 'nia@acme.example',
          outcome: 'refused',
          code: 'invalid',
          message: 'nia@acme.example already used',
        },
        { email: 'bo at acme', outcome: 'refused', code: 'invalid', message: 'The email is invalid' },
      ],
    });
    await user.dblClick(dialog.getByRole('button', { name: 'Send 3 invites' }));
    await sentences();
    expect(dialog.getByText("1 of 3 invited. 2 couldn't be.")).toBeTruthy();
    const outcomes = dialog.getByRole('list', { name: 'Result for each address' });
    expect([...outcomes.children].map((row) => row.textContent)).toEqual([
      'nia@acme.examplenia@acme.example already used',
      'bo at acmeThe email is invalid',
      'ana@acme.exampleInvited',
    ]);
    expect(api.asked(routes.inviteUsers).map(({ body }) => body.emails)).toEqual([
      ['ana@acme.example', 'nia@acme.example', 'bo at acme'],
    ]);

    await user.click(dialog.getByRole('button', { name: 'Edit the rest' }));
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Email addresses').value).toBe(
      'nia@acme.example\nbo at acme',
    );
    await user.click(dialog.getByRole('button', { name: 'Send 2 invites' }));
    await waitFor(() => expect(api.asked(routes.inviteUsers)).toHaveLength(2));
    const keys = api.asked(routes.inviteUsers).map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(2);
  });

  test('longer than there are seats, it waits until the missing ones are purchased', async () => {
    const { api, user, dialog } = await open();
    await user.click(dialog.getByRole('radio', { name: 'Several people' }));
    await user.click(dialog.getByLabelText('Email addresses'));
    const list = 'ana@acme.example\nbo@acme.example\ncy@acme.example\nnia@acme.example\nnobody';
    await user.paste(list);
    expect(
      dialog.getByText(/^3 addresses, but only 2 available seats\. Only the first 2 are invited/),
    ).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Buy 1 seat first' }));
    const purchase = within(await screen.findByRole('dialog', { name: 'Buy seats' }));
    expect(purchase.queryByRole('button', { name: 'Send 5 invites' })).toBeNull();
    const quantity = purchase.getByLabelText('How many seats');
    expect(document.activeElement).toBe(quantity);
    api.answer(routes.purchaseSeats, makeAccount());
    api.answer(routes.getSeats, [...seatsWithRoom, makeFreeSeat()]);
    await user.click(purchase.getByRole('button', { name: 'Buy 1 seat' }));
    expect(await screen.findByText('Purchase successful!')).toBeTruthy();
    expect(api.asked(routes.purchaseSeats).map(({ body }) => body)).toEqual([{ quantity: 1 }]);
    const invite = await screen.findByRole('dialog', { name: 'Invite people' });
    expect(await within(invite).findByText(/^3 of 5 seats are available/)).toBeTruthy();
    expect(within(invite).getByLabelText<HTMLTextAreaElement>('Email addresses').value).toBe(list);
    expect(within(invite).queryByRole('button', { name: /^Buy/ })).toBeNull();
    expect(invite.contains(document.activeElement)).toBe(true);
  });

  test('without any seat left it is kept, and not sent', async () => {
    const { api, user, dialog } = await open([makeSeat(), makeFreeSeat()]);
    await user.click(dialog.getByRole('radio', { name: 'Several people' }));
    await user.click(dialog.getByLabelText('Email addresses'));
    await user.paste('ana@acme.example bo@acme.example');
    expect(
      dialog.getByText('2 addresses, but only 1 available seat. Only the first is invited.'),
    ).toBeTruthy();
    api.answer(routes.getSeats, [makeSeat(), makePendingSeat('ana@acme.example')]);
    api.answer(routes.inviteUsers, {
      outcomes: [
        {
          email: 'bo@acme.example',
          outcome: 'refused' as const,
          code: 'no_free_seat' as const,
          message: failures.no_free_seat.message,
        },
        { email: 'ana@acme.example', outcome: 'sent' as const, code: null, message: null },
      ],
    });
    await user.click(dialog.getByRole('button', { name: 'Send 2 invites' }));
    await user.click(await dialog.findByRole('button', { name: 'Edit the rest' }));
    expect(await dialog.findByText('1 address, but no available seats.')).toBeTruthy();
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Send invites' }).disabled).toBe(true);
    await user.click(dialog.getByRole('button', { name: 'Buy 1 seat first' }));
    expect(await screen.findByRole('dialog', { name: 'Buy seats' })).toBeTruthy();
  });

  test('an empty one is refused at the field', async () => {
    const { api, user, dialog } = await open();
    await user.click(dialog.getByRole('radio', { name: 'Several people' }));
    await user.click(dialog.getByRole('button', { name: 'Send invites' }));
    expect(await dialog.findByText('Enter at least one email address')).toBeTruthy();
    expect(api.asked(routes.inviteUsers)).toHaveLength(0);
  });

  test('one of 501 is refused at the field; one of 500 goes out whole', async () => {
    const { api, user, dialog } = await open();
    api.answer(routes.inviteUsers, ({ body }) => ({
      outcomes: body.emails.map((email) => ({ email, outcome: 'sent' as const, code: null, message: null })),
    }));
    await user.click(dialog.getByRole('radio', { name: 'Several people' }));
    const field = dialog.getByLabelText('Email addresses');
    const list = (length: number) =>
      Array.from({ length }, (_, index) => `p${index}@acme.example`).join('\n');
    await user.click(field);
    await user.paste(list(501));
    await user.click(dialog.getByRole('button', { name: 'Send 501 invites' }));
    expect(await dialog.findByText('You can invite up to 500 people at a time')).toBeTruthy();
    await user.clear(field);
    await user.paste(list(500));
    await user.click(dialog.getByRole('button', { name: 'Send 500 invites' }));
    expect(await dialog.findByText('All 500 people invited.')).toBeTruthy();
  });
});
