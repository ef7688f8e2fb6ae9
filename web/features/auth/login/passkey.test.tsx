import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { MfaMethod } from '../../../../contract/auth.ts';
import { failures } from '../../../../contract/failure.ts';
import * as routes from '../../../../contract/routes.ts';
import { rememberEmail } from '../../../lib/session/remembered-email.ts';
import { paths } from '../../../paths.ts';
import { createFakeApi, Refusal } from '../../../testing/fake-api.ts';
import { makeAccount, makeUser } from '../../../testing/make.ts';
import { signingInOptions, stubPasskeys } from '../../../testing/passkeys.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const EMAIL = 'dana@acme.example';

function apiOf() {
  const api = createFakeApi();
  api.answer(routes.getUser, makeUser());
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.listSessions, []);
  api.answer(routes.sendMfaEmail, { status: 'ok' });
  api.answer(routes.startPasskeySignIn, signingInOptions);
  api.answer(routes.finishPasskeySignIn, { id_token: 'fresh', expires_in: 60 });
  api.answer(routes.verifyMfa, { id_token: 'fresh', expires_in: 60 });
  return api;
}

const signInButton = () => screen.findByRole('button', { name: 'Sign in with a passkey' });

test('a passkey signs in without anything typed, and leads where the person wanted to go', async () => {
  const browser = stubPasskeys();
  const api = apiOf();
  api.answer(routes.listCandidates, { items: [], nextCursor: null });
  const { user, path } = renderApp(`${paths.login}?next=${paths.candidates}`, { api, signedIn: false });
  await user.click(await signInButton());
  await waitFor(() => expect(path()).toBe(paths.candidates));
  expect(browser.asked.get).toMatchObject([{ publicKey: { rpId: 'localhost' } }]);
  expect(api.asked(routes.finishPasskeySignIn).map(({ body }) => body)).toMatchObject([
    { response: { id: 'a2V5', type: 'public-key', response: { userHandle: 'cGVyc29u' } } },
  ]);
  expect(localStorage.getItem('hiretext:token')).toBe('fresh');
});

test('a closed window and a refused passkey are reported, and it can be tried again', async () => {
  const browser = stubPasskeys();
  const { user, api, path } = renderApp(paths.login, { api: apiOf(), signedIn: false });
  browser.refuse('NotAllowedError');
  await user.click(await signInButton());
  expect(await screen.findByText('No passkey was used. Try again or choose another way.')).toBeTruthy();
  expect(api.asked(routes.finishPasskeySignIn)).toHaveLength(0);
  browser.refuse(null);
  api.answer(routes.finishPasskeySignIn, new Refusal('passkey_failed'));
  await user.click(await signInButton());
  expect(await screen.findByText(failures.passkey_failed.message)).toBeTruthy();
  expect(path()).toBe(paths.login);
  api.answer(routes.finishPasskeySignIn, { id_token: 'fresh', expires_in: 60 });
  await user.click(await signInButton());
  await waitFor(() => expect(path()).toBe(paths.account));
});

test('a browser without passkeys shows no button for them', async () => {
  renderApp(paths.login, { api: apiOf(), signedIn: false });
  await screen.findByLabelText('Password');
  expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull();
});

function openSecondStep(methods: MfaMethod[]) {
  rememberEmail(EMAIL, { methods });
  return renderApp(paths.twoFactorAuthentication, { api: apiOf(), signedIn: false });
}

test('a passkey is the second step of the person who gave the password', async () => {
  stubPasskeys();
  const { user, api, path } = openSecondStep(['passkey', 'email']);
  await user.click(await screen.findByRole('button', { name: 'Continue with a passkey' }));
  await waitFor(() => expect(path()).toBe(paths.account));
  expect(api.asked(routes.finishPasskeySignIn).map(({ body }) => body)).toMatchObject([
    { email: EMAIL, trustBrowser: false },
  ]);
  expect(api.asked(routes.sendMfaEmail)).toHaveLength(0);
});

test('a refused one is reported beside the button', async () => {
  stubPasskeys().refuse('NotAllowedError');
  const { user } = openSecondStep(['passkey', 'email']);
  await user.click(await screen.findByRole('button', { name: 'Continue with a passkey' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'No passkey was used. Try again or choose another way.',
  );
});

test('the person may choose another way, which is requested only then; the choice to trust stays', async () => {
  stubPasskeys();
  const { user, api, path } = openSecondStep(['passkey', 'email']);
  await user.click(await screen.findByLabelText('Trust this browser for 30 days'));
  expect(api.asked(routes.sendMfaEmail)).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Get a code by email' }));
  await waitFor(() => expect(api.asked(routes.sendMfaEmail)).toHaveLength(1));
  expect(screen.getByLabelText<HTMLInputElement>('Trust this browser for 30 days').checked).toBe(true);
  expect(screen.getByRole('button', { name: 'Use a passkey' })).toBeTruthy();
  await user.click(await screen.findByLabelText('Digit 1 of 6'));
  await user.paste('123456');
  await waitFor(() => expect(path()).toBe(paths.account));
  expect(api.asked(routes.verifyMfa).map(({ body }) => body)).toEqual([
    { email: EMAIL, code: '123456', trustBrowser: true },
  ]);
});

test('beside the app stands the passkey, and no mail', async () => {
  stubPasskeys();
  const { user } = openSecondStep(['passkey', 'authenticator']);
  await user.click(await screen.findByRole('button', { name: 'Use the authenticator app' }));
  expect(await screen.findByText(/^Open your authenticator app and enter the 6 digits/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Get a code by email' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Use a passkey' }));
  expect(await screen.findByRole('button', { name: 'Continue with a passkey' })).toBeTruthy();
});

test('a browser without passkeys asks for the code at once', async () => {
  const { api } = openSecondStep(['passkey', 'email']);
  await screen.findByLabelText('Digit 1 of 6');
  await waitFor(() => expect(api.asked(routes.sendMfaEmail)).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
});
