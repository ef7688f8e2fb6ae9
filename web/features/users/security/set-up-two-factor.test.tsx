import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as routes from '../../../../contract/routes.ts';
import type { User } from '../../../../contract/users.ts';
import { paths } from '../../../paths.ts';
import { createFakeApi, Refusal } from '../../../testing/fake-api.ts';
import { makeAccount, makeUser, makeUserSession } from '../../../testing/make.ts';
import { makingOptions, stubPasskeys } from '../../../testing/passkeys.ts';
import { fill, renderApp } from '../../../testing/render-app.tsx';

/** The account requires a second step, and nothing else is answered before the person has one. */
function apiOf(over: Partial<User> = {}) {
  const api = createFakeApi();
  const state = { user: makeUser({ mfaMissing: true, ...over }) };
  const done = (changes: Partial<User>) => {
    state.user = { ...state.user, ...changes, mfaEnabled: true, mfaMissing: false };
    api.answer(routes.listSessions, [makeUserSession({ isCurrent: true })]);
    api.answer(routes.listCandidates, { items: [], nextCursor: null });
    api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
    api.answer(routes.listPasskeys, []);
    api.answer(routes.listTrustedBrowsers, []);
  };
  api.answer(routes.getUser, () => state.user);
  api.answer(routes.getAccount, makeAccount({ mfaRequired: true, name: 'Harborview' }));
  for (const route of [routes.listSessions, routes.listCandidates, routes.getInboxCounts])
    api.answer(route, new Refusal('mfa_required'));
  api.answer(routes.updateUser, () => {
    done({});
    return state.user;
  });
  api.answer(routes.startAuthenticator, {
    secret: 'JBSWY3DPEHPK3PXP',
    otpauthUrl: 'otpauth://totp/Hiretext',
  });
  api.answer(routes.confirmAuthenticator, () => {
    done({ authenticatorEnabled: true });
    return { recoveryCodes: ['abcd-efgh-jkmn-pqrs'] };
  });
  api.answer(routes.startPasskey, makingOptions);
  api.answer(routes.addPasskey, () => {
    done({ passkeyEnabled: true });
    return { id: state.user.id, name: 'Passkey', createdAt: '2026-11-20T15:00:00.000Z', lastUsedAt: null };
  });
  api.answer(routes.sendVerificationEmail, { status: 'ok' });
  api.answer(routes.logout, { status: 'ok' });
  return api;
}

const heading = (name: string) => screen.findByRole('heading', { name, level: 1 });
const SET_UP = 'Set up two-factor authentication';
const IS_ON = 'Two-factor authentication is on';

test('a person who signs in without a second step is led to it, and mailed codes are enough', async () => {
  const api = apiOf();
  api.answer(routes.login, { mfaNeeded: false, id_token: 'fresh', expires_in: 60 });
  const { user, path } = renderApp(paths.login, { api, signedIn: false });
  await fill(user, await screen.findByLabelText('Email'), 'dana@acme.example');
  await fill(user, screen.getByLabelText('Password'), 'correct horse');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await heading(SET_UP);
  expect(path()).toBe(paths.setUpTwoFactor);
  expect(screen.getByText(/^Harborview requires it for everyone/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Use codes by email' }));
  await heading(IS_ON);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(path()).toBe(paths.account));
  expect(api.asked(routes.updateUser).map(({ body }) => body)).toEqual([{ mfaEnabled: true }]);
});

test('an open screen leads there too, without a notice, and back afterwards', async () => {
  stubPasskeys();
  const { user, path } = renderApp(paths.candidates, { api: apiOf() });
  await heading(SET_UP);
  expect(screen.queryByText(/^Your company requires/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add a passkey' }));
  const dialog = within(await screen.findByRole('dialog'));
  await fill(user, await dialog.findByLabelText('Your password'), 'correct horse');
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  await heading(IS_ON);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(path()).toBe(paths.candidates));
});

test('the recovery codes of an app are saved before the person goes on', async () => {
  const { user } = renderApp(paths.setUpTwoFactor, { api: apiOf() });
  await user.click(await screen.findByRole('button', { name: 'Use an authenticator app' }));
  const dialog = within(await screen.findByRole('dialog'));
  await fill(user, await dialog.findByLabelText('Your password'), 'correct horse');
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  await user.click(await dialog.findByLabelText('Digit 1 of 6'));
  await user.paste('123456');
  expect(await dialog.findByText('abcd-efgh-jkmn-pqrs')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: "I've saved them" }));
  await heading(IS_ON);
});

test('mailed codes wait for a verified address', async () => {
  const api = apiOf({ metadata: { emailVerified: false, hasConversations: true, numberRegistered: true } });
  const { user } = renderApp(paths.setUpTwoFactor, { api });
  await user.click(await screen.findByRole('button', { name: 'Send verification email' }));
  expect(screen.queryByRole('button', { name: 'Use codes by email' })).toBeNull();
  expect(await screen.findByText(/^We've sent a link to dana@acme\.example/)).toBeTruthy();
  expect(api.asked(routes.sendVerificationEmail)).toHaveLength(1);
});

test('one can sign out instead', async () => {
  const { user, path } = renderApp(paths.setUpTwoFactor, { api: apiOf() });
  await screen.findByRole('button', { name: 'Use codes by email' });
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(path()).toBe(paths.login));
});

test('there is nothing to do for anyone else', async () => {
  const { path } = renderApp(paths.setUpTwoFactor, { api: apiOf({ mfaMissing: false }) });
  await waitFor(() => expect(path()).toBe(paths.account));
});
