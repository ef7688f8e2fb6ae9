import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { MfaMethod } from '../../../../contract/auth.ts';
import { failures } from '../../../../contract/failure.ts';
import * as routes from '../../../../contract/routes.ts';
import { rememberEmail, rememberedEmail, rememberedMethods } from '../../../lib/session/remembered-email.ts';
import { paths } from '../../../paths.ts';
import { createFakeApi, Refusal } from '../../../testing/fake-api.ts';
import { makeAccount, makeUser } from '../../../testing/make.ts';
import { fill, renderApp } from '../../../testing/render-app.tsx';

const EMAIL = 'dana@acme.example';

afterEach(() => vi.useRealTimers());

function apiOf() {
  const api = createFakeApi();
  api.answer(routes.getUser, makeUser());
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.listSessions, []);
  api.answer(routes.login, { mfaNeeded: true, mfaMethod: 'email', mfaMethods: ['email'] });
  api.answer(routes.sendMfaEmail, { status: 'ok' });
  api.answer(routes.verifyMfa, { id_token: 'fresh', expires_in: 60 });
  return api;
}

/** As after a login that answered that a code is needed. */
function open({ api = apiOf(), mailedAt = 0, methods = ['email'] as MfaMethod[] } = {}) {
  rememberEmail(EMAIL, { mailedAt, methods });
  return renderApp(paths.twoFactorAuthentication, { api, signedIn: false });
}

const firstCell = () => screen.findByLabelText<HTMLInputElement>('Digit 1 of 6');

test('a login that needs a code leads to it, and the code to where the person wanted to go', async () => {
  const api = apiOf();
  const { user, path } = renderApp(`${paths.login}?next=${paths.candidates}`, { api, signedIn: false });
  api.answer(routes.listCandidates, { items: [], nextCursor: null });
  await fill(user, await screen.findByLabelText('Email'), EMAIL);
  await fill(user, screen.getByLabelText('Password'), 'correct horse');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByText('OTP sent to email!')).toBeTruthy();
  expect(path()).toBe(paths.twoFactorAuthentication);
  expect(screen.getByText(/dana@acme\.example/)).toBeTruthy();
  expect(api.asked(routes.sendMfaEmail).map(({ body }) => body.email)).toEqual([EMAIL]);

  // It is sent by itself with the sixth digit.
  await fill(user, await firstCell(), '123456');
  await waitFor(() => expect(path()).toBe(paths.candidates));
  expect(screen.getByText('MFA Verification Done!')).toBeTruthy();
  expect(api.asked(routes.verifyMfa).map(({ body }) => body)).toEqual([
    { email: EMAIL, code: '123456', trustBrowser: false },
  ]);
  expect(localStorage.getItem('hiretext:token')).toBe('fresh');
  expect(rememberedEmail()).toBeNull();
});

test('a pasted code is taken as a whole, and again after a wrong one', async () => {
  const { user, api, path } = open();
  api.answer(routes.verifyMfa, new Refusal('code_invalid'));
  await user.click(await firstCell());
  await user.paste('111 111');
  expect(await screen.findAllByText(failures.code_invalid.message)).toHaveLength(1);
  expect((await firstCell()).value).toBe('');
  expect(path()).toBe(paths.twoFactorAuthentication);
  api.answer(routes.verifyMfa, { id_token: 'fresh', expires_in: 60 });
  await user.click(await firstCell());
  await user.paste('222222');
  await waitFor(() => expect(path()).toBe(paths.account));
  expect(api.asked(routes.verifyMfa).map(({ body }) => body.code)).toEqual(['111111', '222222']);
});

test('a code that could not be sent on stays, to be sent again', async () => {
  const { user, api, path } = open();
  api.answer(routes.verifyMfa, new Refusal('unavailable'));
  await user.click(await firstCell());
  expect((await firstCell()).closest('[data-success]')).toBeNull();
  await user.paste('123456');
  expect(await screen.findByText(failures.unavailable.message)).toBeTruthy();
  expect((await firstCell()).value).toBe('1');
  expect((await firstCell()).closest('[data-success]')).not.toBeNull();
  api.answer(routes.verifyMfa, { id_token: 'fresh', expires_in: 60 });
  await user.click(screen.getByRole('button', { name: 'Verify' }));
  await waitFor(() => expect(path()).toBe(paths.account));
});

describe('the mail', () => {
  test('is not asked for again when the screen is loaded again within a minute', async () => {
    const { api } = open({ mailedAt: Date.now() - 50_000 });
    await firstCell();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send a new code' }).disabled).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(api.asked(routes.sendMfaEmail)).toHaveLength(0);
  });

  test('is asked for again after a minute', async () => {
    const { api } = open({ mailedAt: Date.now() - 61_000 });
    await waitFor(() => expect(api.asked(routes.sendMfaEmail)).toHaveLength(1));
  });

  test('can be asked for again after half a minute, which is counted down', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { user, api } = open();
    await screen.findByText(/Send a new code in \d+ s/);
    expect(screen.queryByRole('button', { name: 'Send a new code' })).toBeNull();
    vi.advanceTimersByTime(31_000);
    await user.click(await screen.findByRole('button', { name: 'Send a new code' }));
    await waitFor(() => expect(api.asked(routes.sendMfaEmail)).toHaveLength(2));
  });

  test('can be asked for at once when it could not be sent', async () => {
    const api = apiOf();
    api.answer(routes.sendMfaEmail, new Refusal('unavailable'));
    open({ api });
    expect(await screen.findByText(failures.unavailable.message)).toBeTruthy();
    const again = await screen.findByRole<HTMLButtonElement>('button', { name: 'Send a new code' });
    expect(again.disabled).toBe(false);
    expect(screen.queryByText('OTP sent to email!')).toBeNull();
  });
});

describe('an authenticator app', () => {
  const byApp = () => open({ methods: ['authenticator'] });

  test('is asked for if the login requires one, and no mail is sent', async () => {
    const api = apiOf();
    api.answer(routes.login, {
      mfaNeeded: true,
      mfaMethod: 'authenticator',
      mfaMethods: ['authenticator'],
    });
    const { user, path } = renderApp(paths.login, { api, signedIn: false });
    await fill(user, await screen.findByLabelText('Email'), EMAIL);
    await fill(user, screen.getByLabelText('Password'), 'correct horse');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText(/^Open your authenticator app and enter the 6 digits/)).toBeTruthy();
    expect(path()).toBe(paths.twoFactorAuthentication);
    expect(screen.queryByRole('button', { name: /^Send a new code/ })).toBeNull();
    await user.click(await firstCell());
    await user.paste('123456');
    await waitFor(() => expect(path()).toBe(paths.account));
    expect(api.asked(routes.verifyMfa).map(({ body }) => body)).toEqual([
      { email: EMAIL, code: '123456', trustBrowser: false },
    ]);
    expect(api.asked(routes.sendMfaEmail)).toHaveLength(0);
    expect(rememberedMethods()).toEqual(['email']);
  });

  test('a refused code speaks of the app', async () => {
    const { user, api } = byApp();
    api.answer(routes.verifyMfa, new Refusal('code_invalid'));
    await user.click(await firstCell());
    await user.paste('111111');
    expect(
      await screen.findAllByText(
        "That code is wrong or was already used. Try the next one. After five tries, you'll need to sign in again.",
      ),
    ).toHaveLength(1);
    expect(screen.queryByText(failures.code_invalid.message)).toBeNull();
    expect((await firstCell()).value).toBe('');
  });

  test('a recovery code does instead, and one can go back to the app', async () => {
    const { user, api, path } = byApp();
    await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
    const field = await screen.findByLabelText<HTMLInputElement>('Recovery code');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Verify' }).disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Use the authenticator app' }));
    await firstCell();
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    expect(field.isConnected).toBe(false);
    api.answer(routes.verifyMfa, new Refusal('code_invalid'));
    await fill(user, screen.getByLabelText('Recovery code'), 'abcd-efgh-jkmn-pqrs-tvwx-yz01');
    await user.click(screen.getByRole('button', { name: 'Verify' }));
    expect(await screen.findByText(/^That recovery code is wrong or was already used\./)).toBeTruthy();
    api.answer(routes.verifyMfa, { id_token: 'fresh', expires_in: 60 });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Recovery code')));
    await user.keyboard('0123-4567-89ab-cdef-ghjk-mnpq');
    await user.click(screen.getByRole('button', { name: 'Verify' }));
    await waitFor(() => expect(path()).toBe(paths.account));
    expect(api.asked(routes.verifyMfa).map(({ body }) => body.code)).toEqual([
      'abcd-efgh-jkmn-pqrs-tvwx-yz01',
      '0123-4567-89ab-cdef-ghjk-mnpq',
    ]);
    expect(api.asked(routes.sendMfaEmail)).toHaveLength(0);
  });
});

describe('whose code it is', () => {
  test('without a remembered email it leads to sign-in', async () => {
    const { path, api } = renderApp(paths.twoFactorAuthentication, { api: apiOf(), signedIn: false });
    await waitFor(() => expect(path()).toBe(paths.login));
    expect(api.asked(routes.sendMfaEmail)).toHaveLength(0);
  });

  test('another account can be used, and the first is forgotten', async () => {
    const { user, path } = open();
    await user.click(await screen.findByRole('link', { name: 'Use another account' }));
    await waitFor(() => expect(path()).toBe(paths.login));
    expect(rememberedEmail()).toBeNull();
  });

  test('a 401 forgets it', async () => {
    const api = apiOf();
    api.answer(routes.verifyMfa, new Refusal('session_ended'));
    const { user } = open({ api });
    await user.click(await firstCell());
    await user.paste('123456');
    await waitFor(() => expect(rememberedEmail()).toBeNull());
  });
});
