import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Account } from '../../../../contract/accounts.ts';
import type { Passkey } from '../../../../contract/passkeys.ts';
import * as routes from '../../../../contract/routes.ts';
import type { TrustedBrowser } from '../../../../contract/trusted-browsers.ts';
import type { User } from '../../../../contract/users.ts';
import { paths } from '../../../paths.ts';
import { createFakeApi, Refusal } from '../../../testing/fake-api.ts';
import { makeAccount, makeId, makeUser, makeUserSession } from '../../../testing/make.ts';
import { makingOptions, stubPasskeys } from '../../../testing/passkeys.ts';
import { fill, renderApp } from '../../../testing/render-app.tsx';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const ok = { status: 'ok' as const };
const makePasskey = (over: Partial<Passkey> = {}): Passkey => ({
  id: makeId(),
  name: 'iCloud Keychain',
  createdAt: '2026-11-20T15:00:00.000Z',
  lastUsedAt: null,
  ...over,
});

function open({
  user = {},
  account = {},
  passkeys = [],
  trusted = [],
}: {
  user?: Partial<User>;
  account?: Partial<Account>;
  passkeys?: Passkey[];
  trusted?: TrustedBrowser[];
} = {}) {
  const api = createFakeApi();
  const state = { user: makeUser(user), account: makeAccount(account), passkeys, trusted };
  const keep = (next: Passkey[]) => {
    state.passkeys = next;
    state.user = { ...state.user, passkeyEnabled: next.length > 0, mfaEnabled: true };
  };
  keep.call(null, passkeys);
  state.user = { ...state.user, mfaEnabled: user.mfaEnabled ?? passkeys.length > 0 };
  api.answer(routes.getUser, () => state.user);
  api.answer(routes.getAccount, () => state.account);
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.listSessions, [makeUserSession({ isCurrent: true })]);
  api.answer(routes.listPasskeys, () => state.passkeys);
  api.answer(routes.listTrustedBrowsers, () => state.trusted);
  api.answer(routes.startPasskey, makingOptions);
  api.answer(routes.addPasskey, ({ body }) => {
    const made = makePasskey({ name: body.fallbackName ?? 'Passkey' });
    keep([...state.passkeys, made]);
    return made;
  });
  api.answer(routes.renamePasskey, ({ params, body }) => {
    keep(state.passkeys.map((each) => (each.id === params.id ? { ...each, name: body.name } : each)));
    return state.passkeys.find(({ id }) => id === params.id) ?? makePasskey();
  });
  api.answer(routes.removePasskey, ({ params }) => {
    keep(state.passkeys.filter(({ id }) => id !== params.id));
    return ok;
  });
  api.answer(routes.forgetTrustedBrowsers, () => {
    state.trusted = [];
    return ok;
  });
  api.answer(routes.updateAccount, ({ body }) => {
    state.account = { ...state.account, mfaRequired: body.mfaRequired ?? state.account.mfaRequired };
    return state.account;
  });
  return renderApp(paths.accountSecurity, { api });
}

const dialog = async () => within(await screen.findByRole('dialog'));
type Clicks = ReturnType<typeof open>['user'];

async function givePassword(user: Clicks, button: string) {
  const shown = await dialog();
  await fill(user, await shown.findByLabelText('Your password'), 'correct horse');
  await user.click(shown.getByRole('button', { name: button }));
  return shown;
}

describe('passkeys', () => {
  test('one is added after the password, and is in the list', async () => {
    const browser = stubPasskeys();
    const { user, api } = open();
    await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    await givePassword(user, 'Continue');
    expect(await screen.findByText('Passkey added.')).toBeTruthy();
    expect(api.asked(routes.startPasskey).map(({ body }) => body)).toEqual([{ password: 'correct horse' }]);
    expect(browser.asked.create).toHaveLength(1);
    expect(api.asked(routes.addPasskey)[0]?.body.response).toMatchObject({
      id: 'a2V5',
      response: { transports: ['internal'] },
    });
    const list = within(await screen.findByRole('list', { name: 'Passkeys' }));
    expect(list.getByText(/not used yet$/)).toBeTruthy();
    const toggle = screen.getByRole<HTMLInputElement>('switch', { name: /^Ask for a code when I sign in/ });
    expect(toggle.checked).toBe(true);
    expect(toggle.disabled).toBe(true);
  });

  test('a wrong password shows an error at its field, a closed window a notice, and nothing is added', async () => {
    const browser = stubPasskeys();
    const { user, api } = open();
    api.answer(routes.startPasskey, new Refusal('invalid', { password: ['The password is wrong'] }));
    await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    const shown = await givePassword(user, 'Continue');
    expect(await shown.findByText('The password is wrong')).toBeTruthy();
    expect(browser.asked.create).toHaveLength(0);
    api.answer(routes.startPasskey, makingOptions);
    for (const [name, sentence] of [
      ['NotAllowedError', "No passkey was created. Try again when you're ready."],
      ['InvalidStateError', 'You already have a passkey on this device or key.'],
    ] as const) {
      browser.refuse(name);
      await user.click(shown.getByRole('button', { name: 'Continue' }));
      expect(await screen.findByText(sentence)).toBeTruthy();
    }
    expect(api.asked(routes.addPasskey)).toHaveLength(0);
  });

  test('one is renamed, but not to nothing', async () => {
    stubPasskeys();
    const { user, api } = open({ passkeys: [makePasskey()] });
    await user.click(await screen.findByRole('button', { name: 'Rename iCloud Keychain' }));
    const shown = await dialog();
    const name = await shown.findByLabelText('Name');
    await user.clear(name);
    await user.click(shown.getByRole('button', { name: 'Rename' }));
    expect(await shown.findByText('The name is required')).toBeTruthy();
    await fill(user, name, 'My phone');
    await user.click(shown.getByRole('button', { name: 'Rename' }));
    expect(await screen.findByRole('button', { name: 'Rename My phone' })).toBeTruthy();
    expect(api.asked(routes.renamePasskey).map(({ body }) => body)).toEqual([{ name: 'My phone' }]);
  });

  test('one is removed after the password', async () => {
    stubPasskeys();
    const passkey = makePasskey({ lastUsedAt: '2026-11-21T20:05:00.000Z' });
    const { user, api } = open({ passkeys: [passkey] });
    expect(await screen.findByText(/^Last used Nov 21, 2026 3:05\sPM$/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Remove iCloud Keychain' }));
    await givePassword(user, 'Remove');
    expect(await screen.findByText('Passkey removed.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Passkeys' })).toBeNull());
    expect(api.asked(routes.removePasskey).map(({ params }) => params.id)).toEqual([passkey.id]);
  });

  test('a browser without passkeys gets an explanation', async () => {
    open();
    expect(await screen.findByText(/^This browser can't create passkeys\./)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  });
});

describe('trusted browsers', () => {
  const browser: TrustedBrowser = {
    userAgent: FIREFOX,
    createdAt: '2026-11-20T15:00:00.000Z',
    lastUsedAt: null,
    expiresAt: '2026-12-20T15:00:00.000Z',
  };

  test('are listed and forgotten', async () => {
    const { user, api } = open({ user: { mfaEnabled: true }, trusted: [browser] });
    const list = within(await screen.findByRole('list', { name: 'Trusted browsers' }));
    expect(list.getByText('Firefox on Linux')).toBeTruthy();
    expect(list.getByText(/^Until Dec 20, 2026/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Forget trusted browsers' }));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Trusted browsers' })).toBeNull());
    expect(api.asked(routes.forgetTrustedBrowsers)).toHaveLength(1);
  });

  test('are not spoken of while there are none, nor asked for without a second step', async () => {
    const { api } = open();
    await screen.findByRole('region', { name: 'Password' });
    expect(screen.queryByText('Trusted browsers')).toBeNull();
    expect(api.asked(routes.listTrustedBrowsers)).toHaveLength(0);
  });
});

describe('requiring a second step of everyone', () => {
  const name = /^Require it for everyone/;

  test('is for an admin who has one', async () => {
    const { user, api } = open({ user: { mfaEnabled: true } });
    const toggle = await screen.findByRole<HTMLInputElement>('switch', { name });
    await user.click(toggle);
    expect(await screen.findByText('Two-factor authentication is required for everyone.')).toBeTruthy();
    expect(toggle.checked).toBe(true);
    expect(api.asked(routes.updateAccount).map(({ body }) => body)).toEqual([{ mfaRequired: true }]);
    // People can no longer turn off their own.
    expect(
      screen.getByRole<HTMLInputElement>('switch', { name: /^Ask for a code when I sign in/ }).disabled,
    ).toBe(true);
  });

  test('waits for the admin to have one', async () => {
    open();
    expect((await screen.findByRole<HTMLInputElement>('switch', { name })).disabled).toBe(true);
    expect(screen.getByText('Turn it on for yourself first.')).toBeTruthy();
  });

  test('is nothing for a member', async () => {
    open({ user: { userType: 'member', mfaEnabled: true } });
    await screen.findByRole('region', { name: 'Password' });
    expect(screen.queryByRole('switch', { name })).toBeNull();
  });
});
