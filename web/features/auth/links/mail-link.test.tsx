import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { failures } from '../../../../contract/failure.ts';
import * as routes from '../../../../contract/routes.ts';
import { paths } from '../../../paths.ts';
import { createFakeApi, Refusal } from '../../../testing/fake-api.ts';
import { makeAccount, makeUser, makeUserSession } from '../../../testing/make.ts';
import { fill, renderApp } from '../../../testing/render-app.tsx';

const LINK_SENT = "If the email you entered is registered, we've sent you a link.";

function apiOf() {
  const api = createFakeApi();
  api.answer(routes.getUser, makeUser());
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.listSessions, [makeUserSession({ isCurrent: true })]);
  api.answer(routes.sendMagicLink, { status: 'ok' });
  api.answer(routes.sendVerificationEmail, { status: 'ok' });
  api.answer(routes.verifyMagicLink, { mfaNeeded: false, id_token: 'fresh', expires_in: 60 });
  api.answer(routes.verifyEmail, { status: 'ok' });
  return api;
}

describe('a link to sign in', () => {
  test('is mailed to the address at sign-in, and there is a way back', async () => {
    const api = apiOf();
    const { user } = renderApp(paths.login, { api, signedIn: false });
    await fill(user, await screen.findByLabelText('Email'), 'dana@acme.example');
    await user.click(screen.getByRole('button', { name: 'Email me a link' }));
    expect(await screen.findByText(LINK_SENT)).toBeTruthy();
    expect(api.asked(routes.sendMagicLink).map(({ body }) => body.email)).toEqual(['dana@acme.example']);
    await user.click(screen.getByRole('button', { name: 'Back to sign in' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('dana@acme.example');
  });

  test('needs an address', async () => {
    const { user, api } = renderApp(paths.login, { api: apiOf(), signedIn: false });
    await user.click(await screen.findByRole('button', { name: 'Email me a link' }));
    expect(await screen.findByText('The email is required')).toBeTruthy();
    expect(screen.queryByText('The password is required')).toBeNull();
    expect(api.asked(routes.sendMagicLink)).toHaveLength(0);
  });

  test('signs in with a click only, once, and leaves the address bar', async () => {
    const { user, api, path, router } = renderApp(`${paths.magicLinkSuccess}?token=abc`, {
      api: apiOf(),
      signedIn: false,
    });
    const signIn = await screen.findByRole('button', { name: 'Sign in' });
    await waitFor(() => expect(router.state.location.href).toBe(paths.magicLinkSuccess));
    expect(router.history.length).toBe(1);
    expect(api.asked(routes.verifyMagicLink)).toHaveLength(0);
    await user.click(signIn);
    await waitFor(() => expect(path()).toBe(paths.account));
    expect(api.asked(routes.verifyMagicLink).map(({ body }) => body)).toEqual([{ token: 'abc' }]);
    expect(localStorage.getItem('hiretext:token')).toBe('fresh');
  });

  test('of someone with an authenticator app leads to its code', async () => {
    const api = apiOf();
    const email = 'dana@acme.example';
    api.answer(routes.verifyMagicLink, {
      mfaNeeded: true,
      mfaMethod: 'authenticator',
      mfaMethods: ['authenticator'],
      email,
    });
    api.answer(routes.verifyMfa, { id_token: 'fresh', expires_in: 60 });
    const { user, path } = renderApp(`${paths.magicLinkSuccess}?token=abc`, { api, signedIn: false });
    await user.click(await screen.findByRole('button', { name: 'Sign in' }));
    await user.click(await screen.findByLabelText('Digit 1 of 6'));
    expect(path()).toBe(paths.twoFactorAuthentication);
    expect(localStorage.getItem('hiretext:token')).toBeNull();
    await user.paste('123456');
    await waitFor(() => expect(path()).toBe(paths.account));
    expect(api.asked(routes.verifyMfa).map(({ body }) => body)).toEqual([
      { email, code: '123456', trustBrowser: false },
    ]);
  });

  test('one that is over says so, and a new one can be asked for', async () => {
    const api = apiOf();
    api.answer(routes.verifyMagicLink, new Refusal('link_invalid'));
    const { user } = renderApp(`${paths.magicLinkSuccess}?token=abc`, { api, signedIn: false });
    await user.click(await screen.findByRole('button', { name: 'Sign in' }));
    expect(await screen.findAllByText(failures.link_invalid.message)).toHaveLength(1);
    await fill(user, screen.getByLabelText('Email'), 'dana@acme.example');
    await user.click(screen.getByRole('button', { name: 'Email me a link' }));
    expect(await screen.findByText(LINK_SENT)).toBeTruthy();
    expect(api.asked(routes.sendMagicLink).map(({ body }) => body.email)).toEqual(['dana@acme.example']);
  });

  test('a fault that may pass can be tried again', async () => {
    const api = apiOf();
    api.answer(routes.verifyMagicLink, new Refusal('unavailable'));
    const { user, path } = renderApp(`${paths.magicLinkSuccess}?token=abc`, { api, signedIn: false });
    await user.click(await screen.findByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText(failures.unavailable.message)).toBeTruthy();
    api.answer(routes.verifyMagicLink, { mfaNeeded: false, id_token: 'fresh', expires_in: 60 });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(path()).toBe(paths.account));
  });

  test('an address without one leads to a new one', async () => {
    const { api } = renderApp(paths.magicLinkSuccess, { api: apiOf(), signedIn: false });
    expect(await screen.findByText("This link isn't complete")).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Email me a link' })).toBeTruthy();
    expect(api.asked(routes.verifyMagicLink)).toHaveLength(0);
  });
});

describe('a link that verifies the email', () => {
  test('does so by itself, once, and leaves the address bar', async () => {
    const { user, api, path, router } = renderApp(`${paths.emailVerificationSuccess}?token=abc`, {
      api: apiOf(),
    });
    expect(await screen.findByText('Your email is verified')).toBeTruthy();
    expect(router.state.location.href).toBe(paths.emailVerificationSuccess);
    expect(api.asked(routes.verifyEmail).map(({ body }) => body)).toEqual([{ token: 'abc' }]);
    await user.click(screen.getByRole('link', { name: 'Go to your account' }));
    await waitFor(() => expect(path()).toBe(paths.account));
  });

  test('without a session it leads to sign-in', async () => {
    const { user, path } = renderApp(`${paths.emailVerificationSuccess}?token=abc`, {
      api: apiOf(),
      signedIn: false,
    });
    await user.click(await screen.findByRole('link', { name: 'Sign in' }));
    await waitFor(() => expect(path()).toBe(paths.login));
  });

  test('one that is over says so, and a new one can be asked for', async () => {
    const api = apiOf();
    api.answer(routes.verifyEmail, new Refusal('link_invalid'));
    const { user } = renderApp(`${paths.emailVerificationSuccess}?token=abc`, { api, signedIn: false });
    expect(await screen.findAllByText(failures.link_invalid.message)).toHaveLength(1);
    await fill(user, screen.getByLabelText('Email'), 'dana@acme.example');
    await user.click(screen.getByRole('button', { name: 'Send verification email' }));
    expect(await screen.findByText('Verification email sent!')).toBeTruthy();
    expect(api.asked(routes.sendVerificationEmail).map(({ body }) => body.email)).toEqual([
      'dana@acme.example',
    ]);
  });
});
