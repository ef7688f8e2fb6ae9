import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failures } from '../../../../contract/failure.ts';
import * as routes from '../../../../contract/routes.ts';
import { paths } from '../../../paths.ts';
import { createFakeApi, Refusal } from '../../../testing/fake-api.ts';
import { makeAccount, makeUser } from '../../../testing/make.ts';
import { fill, renderApp } from '../../../testing/render-app.tsx';

const ADDRESS = `${paths.register}?invite=the-token`;
const INVALID = 'This invitation is no longer valid';

const invitation = {
  companyName: 'Acme Staffing',
  inviterFirstName: 'Dana',
  email: 'nia@acme.example',
  firstName: 'Nia',
  lastName: null,
  expiresAt: '2026-11-28T15:00:00.000Z',
};

function apiOf() {
  const api = createFakeApi();
  api.answer(routes.getUser, makeUser());
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.logout, { status: 'ok' });
  api.answer(routes.getInvitation, invitation);
  return api;
}

async function fillIn(user: ReturnType<typeof renderApp>['user']) {
  await fill(user, await screen.findByLabelText('Last name'), 'Okoro');
  await fill(user, screen.getByLabelText('Password'), 'correct horse battery');
  return screen.getByRole('button', { name: 'Join Acme Staffing' });
}

test('says who invites to which company; the person who signs up lands in the account', async () => {
  const api = apiOf();
  api.answer(routes.signup, { id_token: 'fresh', expires_in: 3600 });
  const { user, path } = renderApp(ADDRESS, { api, signedIn: false });
  expect(await screen.findByRole('heading', { name: 'Join Acme Staffing', level: 1 })).toBeTruthy();
  expect(screen.getByText('Dana invited you to text candidates with Acme Staffing.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Nia');
  const email = screen.getByLabelText<HTMLInputElement>('Work email');
  await fill(user, email, 'else');
  expect(email.value).toBe('nia@acme.example');
  await user.dblClick(await fillIn(user));
  await waitFor(() => expect(path()).toBe(paths.account));
  expect(api.asked(routes.getInvitation)[0]?.query).toEqual({ token: 'the-token' });
  expect(api.asked(routes.signup).map(({ body }) => body)).toEqual([
    expect.objectContaining({
      firstName: 'Nia',
      lastName: 'Okoro',
      email: 'nia@acme.example',
      inviteToken: 'the-token',
    }),
  ]);
});

test('an expired invitation shows one notice, with a way on', async () => {
  const api = apiOf();
  api.answer(routes.getInvitation, new Refusal('invitation_invalid'));
  const { user, path } = renderApp(ADDRESS, { api, signedIn: false });
  expect(await screen.findByRole('heading', { name: INVALID })).toBeTruthy();
  expect(screen.getByText(/Ask the person who invited you for a new one/)).toBeTruthy();
  expect(screen.queryByText(failures.invitation_invalid.message)).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Create your own account' }));
  expect(await screen.findByRole('heading', { name: 'Create your account' })).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Sign in' }));
  await waitFor(() => expect(path()).toBe(paths.login));
});

test('one that is canceled while the form is filled in shows a notice, and asks for nothing more', async () => {
  const api = apiOf();
  const { user } = renderApp(ADDRESS, { api, signedIn: false });
  const join = await fillIn(user);
  api.answer(routes.getInvitation, new Refusal('invitation_invalid'));
  api.answer(routes.signup, new Refusal('invitation_invalid'));
  await user.click(join);
  expect(await screen.findByRole('heading', { name: INVALID })).toBeTruthy();
  expect(screen.queryByLabelText('Password')).toBeNull();
});

test('a signed-in person sees for whom it is, and can sign out and go on', async () => {
  const api = apiOf();
  const { user, path } = renderApp(ADDRESS, { api });
  expect(
    await screen.findByText(
      "This invitation is for nia@acme.example. You're signed in as dana@acme.example.",
    ),
  ).toBeTruthy();
  expect(screen.queryByLabelText('Password')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Sign out and continue' }));
  expect(await screen.findByLabelText('Password')).toBeTruthy();
  expect(api.asked(routes.logout)).toHaveLength(1);
  expect(path()).toBe(paths.register);
});

test('a person who stays signed in goes to their account', async () => {
  const { user, path } = renderApp(ADDRESS, { api: apiOf() });
  await user.click(await screen.findByRole('link', { name: 'Stay signed in' }));
  await waitFor(() => expect(path()).toBe(paths.account));
});

test('a used invitation leads a signed-in person to their account', async () => {
  const api = apiOf();
  api.answer(routes.getInvitation, new Refusal('invitation_invalid'));
  const { user, path } = renderApp(ADDRESS, { api });
  await user.click(await screen.findByRole('link', { name: 'Go to your account' }));
  await waitFor(() => expect(path()).toBe(paths.account));
});

test('a company that signs in elsewhere: the sentence and the way there', async () => {
  const api = apiOf();
  api.answer(routes.signup, new Refusal('sso_required'));
  const { user, path } = renderApp(ADDRESS, { api, signedIn: false });
  await user.click(await fillIn(user));
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText(/Your company uses single sign-on/)).toBeTruthy();
  await user.click(alert.getByRole('link', { name: 'Sign in with single sign-on' }));
  await waitFor(() => expect(path()).toBe(paths.singleSignOn));
  expect((await screen.findByLabelText<HTMLInputElement>('Work email')).value).toBe('nia@acme.example');
});

test('asks again after a server error', async () => {
  const api = apiOf();
  api.answer(routes.getInvitation, new Refusal('unavailable'));
  const { user } = renderApp(ADDRESS, { api, signedIn: false });
  const again = await screen.findByRole('button', { name: 'Try again' });
  api.answer(routes.getInvitation, invitation);
  await user.click(again);
  expect(await screen.findByRole('heading', { name: 'Join Acme Staffing' })).toBeTruthy();
});
