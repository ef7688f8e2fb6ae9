import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failures } from '../../../../contract/failure.ts';
import * as routes from '../../../../contract/routes.ts';
import { paths } from '../../../paths.ts';
import { createFakeApi, Refusal } from '../../../testing/fake-api.ts';
import { makeAccount, makeUser, makeUserSession } from '../../../testing/make.ts';
import { fill, renderApp } from '../../../testing/render-app.tsx';

function apiOf() {
  const api = createFakeApi();
  api.answer(routes.getUser, makeUser());
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.listSessions, [makeUserSession({ isCurrent: true })]);
  return api;
}

const { status, message } = failures.deletion_pending;

test('a sign-in that finds the account about to be deleted offers to keep it', async () => {
  const api = apiOf();
  api.answer(routes.login, () =>
    Response.json(
      { message, code: 'deletion_pending', requestId: 'test', details: { token: 'the-token' } },
      { status },
    ),
  );
  api.answer(routes.takeBackDeletion, { signedIn: true, plan: null, id_token: 'fresh', expires_in: 60 });
  const { user, path, router } = renderApp(paths.login, { api, signedIn: false });
  await fill(user, await screen.findByLabelText('Email'), 'dana@acme.example');
  await fill(user, screen.getByLabelText('Password'), 'correct horse');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByRole('heading', { name: 'Your account is about to be deleted' })).toBeTruthy();
  await waitFor(() => expect(router.state.location.href).toBe(paths.keepAccount));
  expect(screen.queryByText(message)).toBeNull();
  expect(api.asked(routes.takeBackDeletion)).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Keep my account' }));
  await waitFor(() => expect(path()).toBe(paths.account));
  expect(api.asked(routes.takeBackDeletion).map(({ body }) => body)).toEqual([{ token: 'the-token' }]);
  expect(localStorage.getItem('hiretext:token')).toBe('fresh');
});

test('the link of the mail keeps the account with a click, and signs no one in', async () => {
  const api = apiOf();
  api.answer(routes.takeBackDeletion, { signedIn: false, plan: null });
  const { user } = renderApp(`${paths.keepAccount}?token=mailed`, { api, signedIn: false });
  await user.click(await screen.findByRole('button', { name: 'Keep my account' }));
  expect(await screen.findByRole('heading', { name: 'Your account stays' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy();
  expect(localStorage.getItem('hiretext:token')).toBeNull();
});

test.each([false, true])('says that the plan has ended meanwhile (signed in: %s)', async (signedIn) => {
  const api = apiOf();
  api.answer(
    routes.takeBackDeletion,
    signedIn ? { signedIn, plan: 'ended', id_token: 'fresh', expires_in: 60 } : { signedIn, plan: 'ended' },
  );
  const { user } = renderApp(`${paths.keepAccount}?token=mailed`, { api, signedIn: false });
  await user.click(await screen.findByRole('button', { name: 'Keep my account' }));
  expect(await screen.findByText(/Your plan ended in the meantime/)).toBeTruthy();
});

test('an expired link shows a notice; one that could not be tried can be tried again', async () => {
  const api = apiOf();
  api.answer(routes.takeBackDeletion, new Refusal('unavailable'));
  const { user } = renderApp(`${paths.keepAccount}?token=mailed`, { api, signedIn: false });
  await user.click(await screen.findByRole('button', { name: 'Keep my account' }));
  expect((await screen.findByRole('alert')).textContent).toBe(failures.unavailable.message);
  api.answer(routes.takeBackDeletion, new Refusal('link_invalid'));
  await user.click(screen.getByRole('button', { name: 'Keep my account' }));
  expect(await screen.findByRole('heading', { name: 'This link is no longer valid' })).toBeTruthy();
});
