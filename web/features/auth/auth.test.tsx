import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { failures } from '../../../contract/failure.ts';
import * as routes from '../../../contract/routes.ts';
import { paths } from '../../paths.ts';
import { makeChallenge } from '../../testing/captcha.ts';
import { createFakeApi, Refusal } from '../../testing/fake-api.ts';
import { createInboxApi } from '../../testing/inbox.ts';
import { makeAccount, makeUser } from '../../testing/make.ts';
import { renderApp } from '../../testing/render-app.tsx';

function apiOf({ planType = 'monthly' as const }: { planType?: 'free' | 'monthly' } = {}) {
  const api = createFakeApi();
  api.answer(routes.getUser, makeUser());
  api.answer(routes.getAccount, makeAccount({ planType }));
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  return api;
}

async function fillIn(user: ReturnType<typeof renderApp>['user'], email: string, password: string) {
  await user.type(await screen.findByLabelText('Email'), email);
  await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

describe('signing in', () => {
  test('goes to the account, with the token kept', async () => {
    const api = apiOf();
    api.answer(routes.login, { id_token: 'fresh', expires_in: 60, mfaNeeded: false });
    const { user, path } = renderApp(paths.login, { api, signedIn: false });
    await fillIn(user, 'dana@acme.example', 'correct horse');
    await waitFor(() => expect(path()).toBe(paths.account));
    expect(api.asked(routes.login)[0]?.body).toEqual({
      email: 'dana@acme.example',
      password: 'correct horse',
    });
    expect(api.asked(routes.getAccount)[0]?.headers.get('authorization')).toBe('Bearer fresh');
  });

  test('goes to the messages once that was chosen', async () => {
    const { api } = createInboxApi({ conversations: [], user: makeUser({ opensWith: 'messages' }) });
    api.answer(routes.login, { id_token: 'fresh', expires_in: 60, mfaNeeded: false });
    const { user, path } = renderApp(paths.login, { api, signedIn: false });
    await fillIn(user, 'dana@acme.example', 'correct horse');
    await waitFor(() => expect(path()).toBe(paths.messages));
  });

  test('goes to the choice of a plan on the free plan', async () => {
    const api = apiOf({ planType: 'free' });
    api.answer(routes.login, { id_token: 'fresh', expires_in: 60, mfaNeeded: false });
    const { user, path } = renderApp(paths.login, { api, signedIn: false });
    await fillIn(user, 'dana@acme.example', 'correct horse');
    await waitFor(() => expect(path()).toBe(paths.planSelection));
  });

  test.each(['/', '/login?next=/dashboard', '/login?next=/dashboard/account', '/dashboard'])(
    'and from %s too',
    async (address) => {
      const api = apiOf({ planType: 'free' });
      api.answer(routes.login, { id_token: 'fresh', expires_in: 60, mfaNeeded: false });
      const { user, path } = renderApp(address, { api, signedIn: false });
      await fillIn(user, 'dana@acme.example', 'correct horse');
      await waitFor(() => expect(path()).toBe(paths.planSelection));
    },
  );

  test('goes where the person wanted to', async () => {
    const api = apiOf({ planType: 'free' });
    api.answer(routes.listCandidates, { items: [], nextCursor: null });
    api.answer(routes.login, { id_token: 'fresh', expires_in: 60, mfaNeeded: false });
    const { user, path } = renderApp('/login?next=/dashboard/candidates', { api, signedIn: false });
    await fillIn(user, 'dana@acme.example', 'correct horse');
    await waitFor(() => expect(path()).toBe(paths.candidates));
  });

  test('goes on in the cell that has the account, with the email', async () => {
    const leave = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    const api = apiOf();
    api.answer(
      routes.login,
      new Refusal('account_elsewhere', undefined, { address: 'https://west.example' }),
    );
    const { user } = renderApp('/login?next=/dashboard/candidates', { api, signedIn: false });
    await fillIn(user, 'dana+hr@acme.example', 'correct horse');
    await waitFor(() => expect(leave).toHaveBeenCalledTimes(1));
    const address = new URL(String(leave.mock.calls[0]?.[0]));
    expect(address.origin).toBe('https://west.example');
    expect(address.hash).toBe('#email=dana%2Bhr%40acme.example');
    leave.mockRestore();
  });

  test('says why the password is asked for again, to someone who comes from another cell', async () => {
    const { user } = renderApp('/login#email=dana%2Bhr%40acme.example', { api: apiOf(), signedIn: false });
    expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('dana+hr@acme.example');
    screen.getByText('Your account is at this address. Enter your password again.');
    await user.keyboard('secret');
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('secret');
  });

  test('a wrong password shows one error and leaves the form as it was', async () => {
    const api = apiOf();
    api.answer(routes.login, new Refusal('wrong_credentials'));
    const { user, path } = renderApp(paths.login, { api, signedIn: false });
    await fillIn(user, 'dana@acme.example', 'wrong');
    expect(await screen.findAllByText(failures.wrong_credentials.message)).toHaveLength(1);
    expect(path()).toBe(paths.login);
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('dana@acme.example');
  });

  test('at an address that others guess at, the browser does the required proof of work', async () => {
    const api = apiOf();
    const challenge = await makeChallenge('login');
    api.answer(routes.getCaptchaChallenge, { type: 'altcha', challenge });
    api.answer(routes.login, ({ body }) =>
      body.captchaToken === undefined
        ? new Refusal('captcha_required')
        : { id_token: 'fresh', expires_in: 60, mfaNeeded: false as const },
    );
    const { user, path } = renderApp(paths.login, { api, signedIn: false });
    await fillIn(user, 'dana@acme.example', 'correct horse');
    await waitFor(() => expect(path()).toBe(paths.account));
    expect(api.asked(routes.getCaptchaChallenge).map(({ query }) => query)).toEqual([{ action: 'login' }]);
    const { captchaToken = '' } = api.asked(routes.login)[1]?.body ?? {};
    expect(JSON.parse(atob(captchaToken)).challenge).toEqual(JSON.parse(JSON.stringify(challenge)));
  });

  test('what is missing is shown at its field and not sent', async () => {
    const api = apiOf();
    const { user } = renderApp(paths.login, { api, signedIn: false });
    await user.click(await screen.findByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('The email is required')).toBeTruthy();
    expect(screen.getByText('The password is required')).toBeTruthy();
    expect(api.asked(routes.login)).toHaveLength(0);
    const email = screen.getByLabelText('Email');
    await user.type(email, 'ana@mail.example');
    expect(screen.queryByText('The email is required')).toBeNull();
    expect(email.hasAttribute('data-success')).toBe(true);
  });

  test('a field shows its success once something good is entered', async () => {
    const { user } = renderApp(paths.login, { api: apiOf(), signedIn: false });
    const email = await screen.findByLabelText('Email');
    await user.type(email, 'ana@');
    expect(email.hasAttribute('data-success')).toBe(false);
    await user.type(email, 'mail.example');
    expect(email.hasAttribute('data-success')).toBe(true);
    await user.clear(email);
    expect(email.hasAttribute('data-success')).toBe(false);
  });

  test('the password can be shown while it is typed', async () => {
    const { user } = renderApp(paths.login, { api: apiOf(), signedIn: false });
    const password = await screen.findByLabelText<HTMLInputElement>('Password');
    expect(password.type).toBe('password');
    await user.click(screen.getByRole('button', { name: 'Show password', pressed: false }));
    expect(password.type).toBe('text');
    await user.click(screen.getByRole('button', { name: 'Show password', pressed: true }));
    expect(password.type).toBe('password');
  });

  test('a password given while the form waits is not sent twice', async () => {
    const api = apiOf();
    const { promise, resolve } = Promise.withResolvers<{
      id_token: string;
      expires_in: number;
      mfaNeeded: false;
    }>();
    api.answer(routes.login, () => promise);
    const { user, path } = renderApp(paths.login, { api, signedIn: false });
    await fillIn(user, 'dana@acme.example', 'correct horse');
    await waitFor(() => expect(api.asked(routes.login)).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    resolve({ id_token: 'fresh', expires_in: 60, mfaNeeded: false });
    await waitFor(() => expect(path()).toBe(paths.account));
    expect(api.asked(routes.login)).toHaveLength(1);
  });

  test('with a token already there it redirects to the account', async () => {
    const { path } = renderApp(paths.login, { api: apiOf() });
    await waitFor(() => expect(path()).toBe(paths.account));
  });
});

test('a sign-up refused for one field shows the sentence there', async () => {
  const api = apiOf();
  api.answer(routes.signup, new Refusal('invalid', { password: ['This password is too common'] }));
  const { user } = renderApp(paths.register, { api, signedIn: false });
  await user.type(await screen.findByLabelText('First name'), 'Dana');
  await user.type(screen.getByLabelText('Last name'), 'Reed');
  await user.type(screen.getByLabelText('Work email'), 'dana@acme.example');
  await user.type(screen.getByLabelText('Password'), 'password1234');
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  expect(await screen.findByText('This password is too common')).toBeTruthy();
  expect(screen.queryByText(failures.invalid.message)).toBeNull();
});

describe('the session', () => {
  test('a protected screen without one leads to sign-in, and back afterwards', async () => {
    const { path, router } = renderApp(paths.messages, { api: apiOf(), signedIn: false });
    await waitFor(() => expect(path()).toBe(paths.login));
    expect(router.state.location.search).toEqual({ next: paths.messages });
  });

  test('a 401 ends it: the token is forgotten and sign-in shown', async () => {
    const api = apiOf();
    api.answer(routes.getUser, new Refusal('session_ended'));
    const { path, queryClient } = renderApp(paths.messages, { api });
    await waitFor(() => expect(path()).toBe(paths.login));
    expect(localStorage.getItem('hiretext:token')).toBeNull();
    const kept = () =>
      queryClient
        .getQueryCache()
        .getAll()
        .filter((query) => query.state.data !== undefined);
    await waitFor(() => expect(kept()).toEqual([]));
  });

  test('an expired one is over', async () => {
    localStorage.setItem('hiretext:token', 'old');
    localStorage.setItem('hiretext:expiresAt', '1');
    const { path } = renderApp(paths.messages, { api: apiOf(), signedIn: false });
    await waitFor(() => expect(path()).toBe(paths.login));
  });
});

test('an unknown path shows that it does not exist, and leads home', async () => {
  const { user, path } = renderApp('/no/such/page', { api: apiOf() });
  expect(await screen.findByText("Oops! The page you're looking for doesn't exist.")).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Go Home' }));
  await waitFor(() => expect(path()).toBe(paths.account));
});
