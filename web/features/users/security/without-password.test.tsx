import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import { failures } from '../../../../contract/failure.ts';
import * as routes from '../../../../contract/routes.ts';
import type { User } from '../../../../contract/users.ts';
import { paths } from '../../../paths.ts';
import { createFakeApi, Refusal } from '../../../testing/fake-api.ts';
import { makeAccount, makeUser, makeUserSession } from '../../../testing/make.ts';
import { makingOptions, stubPasskeys } from '../../../testing/passkeys.ts';
import { fill, renderApp } from '../../../testing/render-app.tsx';

/* People who joined by single sign-on: a fresh sign-in there is what the password is to others. */

const SSO_URL = 'https://hiretext.example/sso/start?state=abc';
const AGAIN = failures.sign_in_again.message;

let leave: MockInstance;
beforeEach(() => {
  leave = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
});
afterEach(() => leave.mockRestore());

function open(over: Partial<User> = {}, address: string = paths.accountSecurity) {
  const api = createFakeApi();
  const state = { user: makeUser({ hasPassword: false, ...over }) };
  api.answer(routes.getUser, () => state.user);
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.listSessions, [makeUserSession({ isCurrent: true })]);
  api.answer(routes.listPasskeys, [
    {
      id: '00000000-0000-4000-8000-00000000abcd',
      name: 'iCloud Keychain',
      createdAt: '2026-11-20T15:00:00.000Z',
      lastUsedAt: null,
    },
  ]);
  api.answer(routes.listTrustedBrowsers, []);
  api.answer(routes.getSsoUrl, { ssoUrl: SSO_URL });
  api.answer(routes.changePassword, () => {
    state.user = { ...state.user, hasPassword: true };
    return { status: 'ok' as const };
  });
  return renderApp(address, { api });
}

const dialog = async () => within(await screen.findByRole('dialog'));

const tasks = [
  ['Delete my account', 'Delete my account', routes.deleteUser, paths.account],
  ['Add a passkey', 'Continue', routes.startPasskey, paths.accountSecurity],
  ['Remove iCloud Keychain', 'Remove', routes.removePasskey, paths.accountSecurity],
  ['New recovery codes', 'Create new codes', routes.renewRecoveryCodes, paths.accountSecurity],
  ['Remove the app', 'Remove', routes.removeAuthenticator, paths.accountSecurity],
] as const;

describe.each(tasks)('%s', (name, button, route, address) => {
  test('asks for no password; if the sign-in was too long ago it leads there and back', async () => {
    stubPasskeys();
    const { user, api } = open(
      { mfaEnabled: true, passkeyEnabled: true, authenticatorEnabled: true },
      address,
    );
    api.answer(route, new Refusal('sign_in_again'));
    await user.click(await screen.findByRole('button', { name }));
    const shown = await dialog();
    await user.click(await shown.findByRole('button', { name: button }));
    expect((await shown.findByRole('alert')).textContent).toContain(AGAIN);
    expect(shown.queryByLabelText('Your password')).toBeNull();
    const asked = route === routes.deleteUser ? { scope: 'account' } : {};
    expect(api.asked(route).map(({ body }) => body)).toEqual([asked]);
    // Shown here, and not in a notice too.
    expect(screen.getAllByText(AGAIN)).toHaveLength(1);
    await user.click(shown.getByRole('button', { name: 'Sign in with single sign-on' }));
    await waitFor(() => expect(leave.mock.calls).toEqual([[SSO_URL]]));
    expect(api.asked(routes.getSsoUrl).map(({ query }) => query)).toEqual([{ email: 'dana@acme.example' }]);
    expect(sessionStorage.getItem('hiretext:next')).toBe(address);
  });
});

test('a passkey is added at once after a fresh sign-in', async () => {
  stubPasskeys();
  const { user, api } = open();
  api.answer(routes.startPasskey, makingOptions);
  api.answer(routes.addPasskey, {
    id: '00000000-0000-4000-8000-00000000abce',
    name: 'Passkey',
    createdAt: '2026-11-20T15:00:00.000Z',
    lastUsedAt: null,
  });
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
  await user.click(await (await dialog()).findByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('Passkey added.')).toBeTruthy();
});

test('where single sign-on is gone, a password comes by mail', async () => {
  const { user, api } = open({}, paths.account);
  api.answer(routes.deleteUser, new Refusal('sign_in_again'));
  api.answer(routes.getSsoUrl, new Refusal('sso_unknown_domain'));
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }));
  const shown = await dialog();
  await user.click(await shown.findByRole('button', { name: 'Delete my account' }));
  await user.click(await shown.findByRole('button', { name: 'Sign in with single sign-on' }));
  expect(await shown.findByText(failures.sso_unknown_domain.message)).toBeTruthy();
  expect(shown.getByRole('link', { name: 'Get a password by email instead' }).getAttribute('href')).toBe(
    paths.resetPassword,
  );
});

describe('a first password', () => {
  async function give(opened: ReturnType<typeof open>) {
    await fill(opened.user, await screen.findByLabelText('New password'), 'battery staple');
    expect(screen.queryByLabelText('Current password')).toBeNull();
    await opened.user.click(screen.getByRole('button', { name: 'Set a password' }));
  }

  test('is set, and asked for from then on', async () => {
    const opened = open();
    await give(opened);
    expect(await screen.findByText('Password set. Other browsers are signed out.')).toBeTruthy();
    expect(opened.api.asked(routes.changePassword).map(({ body }) => body)).toEqual([
      { password: 'battery staple' },
    ]);
    expect(await screen.findByLabelText('Current password')).toBeTruthy();
  });

  test('needs a fresh sign-in', async () => {
    const opened = open();
    opened.api.answer(routes.changePassword, new Refusal('sign_in_again'));
    await give(opened);
    expect((await screen.findByRole('alert')).textContent).toContain(AGAIN);
    await opened.user.click(screen.getByRole('button', { name: 'Sign in with single sign-on' }));
    await waitFor(() => expect(leave.mock.calls).toEqual([[SSO_URL]]));
  });

  test('is of no use where the company wants single sign-on only', async () => {
    const opened = open();
    opened.api.answer(routes.changePassword, new Refusal('sso_required'));
    await give(opened);
    expect(
      await screen.findByText('Your company signs in with single sign-on only, so you need no password.'),
    ).toBeTruthy();
  });
});
