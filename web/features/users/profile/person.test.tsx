import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { failures } from '../../../../contract/failure.ts';
import type { ReplyOf } from '../../../../contract/route.ts';
import * as routes from '../../../../contract/routes.ts';
import type { User } from '../../../../contract/users.ts';
import { paths } from '../../../paths.ts';
import { createFakeApi, Refusal } from '../../../testing/fake-api.ts';
import { makeAccount, makeUser, makeUserSession } from '../../../testing/make.ts';
import { fill, renderApp } from '../../../testing/render-app.tsx';

function open(over: Partial<User> = {}, account = makeAccount(), address: string = paths.account) {
  const api = createFakeApi();
  const stored = makeUser(over);
  api.answer(routes.getUser, stored);
  api.answer(routes.getAccount, account);
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.listSessions, [makeUserSession({ isCurrent: true })]);
  return { ...renderApp(address, { api }), stored };
}

describe('call forwarding', () => {
  test('is saved with the number, with a notice', async () => {
    const { user, api, stored } = open({}, makeAccount(), paths.accountAvailability);
    api.answer(routes.updateCallForwardSettings, ({ body }) => ({
      ...stored,
      callForwardingEnabled: body.callForwardingEnabled,
      callForwardingNumber: '+12065550142',
      callForwardingHours: body.callForwardingHours ?? stored.callForwardingHours,
    }));
    await user.click(await screen.findByRole('switch', { name: 'Forward calls to another phone' }));
    await user.type(screen.getByLabelText('Forward to'), '2065550142');
    expect(await screen.findByDisplayValue('(206) 555-0142')).toBeTruthy();
    const inBusinessHours = { name: /^Monday to Friday, 9 AM to 5 PM/ };
    await user.click(screen.getByRole('radio', inBusinessHours));
    await user.click(screen.getByRole('button', { name: 'Save forwarding' }));
    expect(await screen.findByText('Call forwarding is on.')).toBeTruthy();
    expect(api.asked(routes.updateCallForwardSettings).map(({ body }) => body)).toEqual([
      {
        callForwardingEnabled: true,
        callForwardingNumber: '(206) 555-0142',
        callForwardingHours: 'businessHours',
      },
    ]);
    expect(screen.getByRole<HTMLInputElement>('radio', inBusinessHours).checked).toBe(true);
  });

  test('without a number is asked for one, in our own words', async () => {
    const { user, api } = open({}, makeAccount(), paths.accountAvailability);
    const { message } = failures.call_forwarding_number_empty;
    expect(message).toBe('callForwardingNumber is not allowed to be empty');
    api.answer(
      routes.updateCallForwardSettings,
      new Refusal('call_forwarding_number_empty', { callForwardingNumber: [message] }),
    );
    await user.click(await screen.findByRole('switch', { name: 'Forward calls to another phone' }));
    await user.click(screen.getByRole('button', { name: 'Save forwarding' }));
    expect(await screen.findByText('Please enter a phone number for call forwarding')).toBeTruthy();
    expect(screen.queryByText(message)).toBeNull();
  });

  test('goes to the US and Canada at first', async () => {
    open({}, makeAccount(), paths.accountAvailability);
    await screen.findByText('In the US or Canada. Callers never see it.');
  });

  test('goes to any country where staff have opened that', async () => {
    const { metadata, ...account } = makeAccount();
    metadata.featuresEnabled.push('callForwardingAbroad');
    open({}, { ...account, metadata }, paths.accountAvailability);
    await screen.findByText('In any country. Callers never see it.');
  });

  test('a number abroad is refused at the field, with the way out', async () => {
    const { user, api } = open({}, makeAccount(), paths.accountAvailability);
    const { message } = failures.calls_abroad_off;
    api.answer(
      routes.updateCallForwardSettings,
      new Refusal('calls_abroad_off', { callForwardingNumber: [message] }),
    );
    await user.type(await screen.findByLabelText('Forward to'), '+44 20 7946 0018');
    await user.click(screen.getByRole('button', { name: 'Save forwarding' }));
    expect(await screen.findByText(message)).toBeTruthy();
  });

  test('is not there for someone without a number', async () => {
    const { seat } = makeUser();
    open(
      { seat: seat && { ...seat, twilioNumber: null, twilioNumberFormatted: null } },
      makeAccount(),
      paths.accountAvailability,
    );
    await screen.findByRole('region', { name: 'Out of office' });
    expect(screen.queryByRole('region', { name: 'Call forwarding' })).toBeNull();
  });
});

describe('the picture', () => {
  test('is shown, and can be removed', async () => {
    const { user, api, container, stored } = open({ avatar: 'http://localhost/avatars/a/b' });
    api.answer(routes.removeAvatar, { ...stored, avatar: null });
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Picture removed')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Add a picture' })).toBeTruthy();
    expect(container.querySelector('img[src*="/avatars/"]')).toBeNull();
  });

  test('that the browser can not open is refused in a sentence', async () => {
    const { user, container } = open();
    await screen.findByRole('button', { name: 'Add a picture' });
    vi.spyOn(Image.prototype, 'decode').mockRejectedValue(new Error('no picture'));
    const input = container.querySelector<HTMLInputElement>('input[type=file]');
    await user.upload(input as HTMLInputElement, new File(['x'], 'x.svg', { type: 'image/svg+xml' }));
    expect(
      await screen.findByText("We can't open this picture. Choose a JPEG, PNG, WebP or GIF."),
    ).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    vi.restoreAllMocks();
  });
});

describe('deleting the account', () => {
  type Preview = ReplyOf<typeof routes.getDeletionPreview>;

  async function ask(preview: Partial<Preview> = {}, account = makeAccount()) {
    const opened = open({}, account);
    opened.api.answer(routes.getDeletionPreview, {
      scope: 'account',
      scheduledTexts: 0,
      invitations: 0,
      planEndsAt: null,
      ...preview,
    });
    await opened.user.click(await screen.findByRole('button', { name: 'Delete my account' }));
    return { ...opened, dialog: within(await screen.findByRole('dialog')) };
  }

  test('says what happens to someone alone: everything goes, even if others are invited', async () => {
    const { dialog } = await ask(
      { invitations: 2 },
      makeAccount({ seats: { used: 3, pending: 0, available: 0, total: 3 } }),
    );
    expect(
      await dialog.findByText(/After 30 days, everything is erased: your number \(415\) 555-0100/),
    ).toBeTruthy();
    expect(dialog.getByText(/stay opted out/)).toBeTruthy();
    expect(dialog.getByText('2 open invitations stop working.')).toBeTruthy();
    expect(dialog.queryByText(/stay with Acme Staffing/)).toBeNull();
  });

  test('says what happens to one of several: the seat stays with the company', async () => {
    const { dialog } = await ask({ scope: 'user' });
    expect(
      await dialog.findByText(
        'Your seat, your number (415) 555-0100 and your conversations stay with Acme Staffing.',
      ),
    ).toBeTruthy();
    expect(dialog.queryByText(/everything is erased/)).toBeNull();
  });

  test('asks the only admin of several people to make someone else one, and for no password', async () => {
    const { dialog } = await ask({ scope: null });
    expect(await dialog.findByText(/You're the only admin/)).toBeTruthy();
    expect(dialog.queryByLabelText('Your password')).toBeNull();
  });

  test.each([
    [0, 'No texts are scheduled.'],
    [1, '1 scheduled text is canceled.'],
    [3, '3 scheduled texts are canceled.'],
  ])('says how many texts are scheduled: %i', async (scheduledTexts, sentence) => {
    const { dialog } = await ask({ scheduledTexts });
    expect(await dialog.findByText(`You're signed out everywhere right away. ${sentence}`)).toBeTruthy();
  });

  test('says that the plan ends, and when', async () => {
    const { dialog } = await ask({ planEndsAt: '2026-12-03T18:00:00.000Z' });
    expect(await dialog.findByText("Your plan won't renew. It ends on December 03, 2026.")).toBeTruthy();
  });

  test('promises nothing and asks for no password while it is not known what goes', async () => {
    const opened = open();
    opened.api.answer(routes.getDeletionPreview, new Refusal('unavailable'));
    await opened.user.click(await screen.findByRole('button', { name: 'Delete my account' }));
    const dialog = within(await screen.findByRole('dialog'));
    const retry = await dialog.findByRole('button', { name: 'Try again' });
    expect(dialog.queryByLabelText('Your password')).toBeNull();
    opened.api.answer(routes.getDeletionPreview, {
      scope: 'user',
      scheduledTexts: 0,
      invitations: 0,
      planEndsAt: null,
    });
    await opened.user.click(retry);
    expect(await dialog.findByText(/stay with Acme Staffing/)).toBeTruthy();
  });

  test('shows again what goes if a colleague left meanwhile', async () => {
    const { dialog, user, api, path } = await ask({ scope: 'user' });
    api.answer(routes.deleteUser, new Refusal('deletion_changed'));
    await fill(user, await dialog.findByLabelText('Your password'), 'correct horse');
    api.answer(routes.getDeletionPreview, {
      scope: 'account',
      scheduledTexts: 0,
      invitations: 0,
      planEndsAt: null,
    });
    await user.click(dialog.getByRole('button', { name: 'Delete my account' }));
    expect(await screen.findByText(failures.deletion_changed.message)).toBeTruthy();
    expect(await dialog.findByText(/everything is erased/)).toBeTruthy();
    expect(path()).toBe(paths.account);
  });

  test('ends the session here, and shows until when it can be taken back', async () => {
    const { dialog, user, api, path } = await ask();
    api.answer(routes.deleteUser, { deletesAt: '2026-12-21T15:00:00.000Z' });
    await fill(user, await dialog.findByLabelText('Your password'), 'correct horse');
    await user.click(dialog.getByRole('button', { name: 'Delete my account' }));
    await waitFor(() => expect(path()).toBe(paths.login));
    expect(await screen.findByText(/will be deleted on December 21, 2026/)).toBeTruthy();
    expect(localStorage.getItem('hiretext:token')).toBeNull();
    expect(api.asked(routes.deleteUser).map(({ body }) => body)).toEqual([
      { password: 'correct horse', scope: 'account' },
    ]);
  });

  test('with a wrong password stays where it is', async () => {
    const { dialog, user, api, path } = await ask();
    api.answer(routes.deleteUser, new Refusal('invalid', { password: ['The password is wrong'] }));
    await fill(user, await dialog.findByLabelText('Your password'), 'wrong');
    await user.click(dialog.getByRole('button', { name: 'Delete my account' }));
    expect(await dialog.findByText('The password is wrong')).toBeTruthy();
    expect(path()).toBe(paths.account);
  });

  test('by the last admin is refused in a plain sentence', async () => {
    const { dialog, user, api } = await ask();
    api.answer(routes.deleteUser, new Refusal('last_admin'));
    await fill(user, await dialog.findByLabelText('Your password'), 'correct horse');
    await user.click(dialog.getByRole('button', { name: 'Delete my account' }));
    expect(await screen.findByText(/You're the only admin/)).toBeTruthy();
  });
});
