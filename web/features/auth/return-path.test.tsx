import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { rememberEmail } from '../../lib/session/remembered-email.ts';
import { paths } from '../../paths.ts';
import { createFakeApi } from '../../testing/fake-api.ts';
import { makeAccount, makeUser } from '../../testing/make.ts';
import { fill, renderApp } from '../../testing/render-app.tsx';

/* A link from outside may lead to our sign-in, but must not lead from there to another site. */

const elsewhere = [
  'https://evil.example/dashboard',
  '//evil.example/dashboard',
  '\\\\evil.example\\dashboard',
  '/\\evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '/outbox',
  '/dashboardevil',
  '/dashboard.evil.example',
  '@evil.example/dashboard',
  ' /dashboard/account/../../outbox',
  '["/dashboard/messages"]',
  '7',
];

function apiOf() {
  const api = createFakeApi();
  api.answer(routes.getUser, makeUser());
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  const token = { id_token: 'fresh', expires_in: 3600 };
  api.answer(routes.login, { ...token, mfaNeeded: false });
  api.answer(routes.verifyMfa, token);
  api.answer(routes.exchangeSsoCode, token);
  api.answer(routes.verifyMagicLink, { ...token, mfaNeeded: false });
  return api;
}

const to = (path: string, next: string) => `${path}?next=${encodeURIComponent(next)}`;

test.each(elsewhere)('the password leads to the account, not to %s', async (next) => {
  const { user, path, router } = renderApp(to(paths.login, next), { api: apiOf(), signedIn: false });
  await fill(user, await screen.findByLabelText('Email'), 'dana@acme.example');
  await fill(user, screen.getByLabelText('Password'), 'correct horse battery');
  const links = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  expect(links.filter((href) => href?.includes('evil') || href?.includes('outbox'))).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(path()).toBe(paths.account));
  expect(router.state.location.search).toEqual({});
});

test.each(elsewhere)('the code leads to the account, not to %s', async (next) => {
  rememberEmail('dana@acme.example', { methods: ['authenticator'] });
  const address = to(paths.twoFactorAuthentication, next);
  const { user, path } = renderApp(address, { api: apiOf(), signedIn: false });
  await user.type(await screen.findByLabelText('Digit 1 of 6'), '123456');
  await waitFor(() => expect(path()).toBe(paths.account));
});

test.each(elsewhere)('single sign-on keeps nothing of %s', async (next) => {
  renderApp(to(paths.singleSignOn, next), { api: apiOf(), signedIn: false });
  const back = await screen.findByRole('link', { name: /sign in/i });
  expect(back.getAttribute('href')).toBe(paths.login);
});

test.each([
  `${paths.callback}?next=https%3A%2F%2Fevil.example#code=abc&next=https://evil.example`,
  `${paths.callback}?redirect_uri=https%3A%2F%2Fevil.example#code=abc`,
])('the way back from a provider leads to the account: %s', async (address) => {
  const { path } = renderApp(address, { api: apiOf(), signedIn: false });
  await waitFor(() => expect(path()).toBe(paths.account));
});

test.each([
  `${paths.magicLinkSuccess}?token=abc&next=https%3A%2F%2Fevil.example`,
  `${paths.magicLinkSuccess}?token=abc&next=%2F%2Fevil.example`,
])('a mailed link leads to the account: %s', async (address) => {
  const { user, path } = renderApp(address, { api: apiOf(), signedIn: false });
  await user.click(await screen.findByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(path()).toBe(paths.account));
});
