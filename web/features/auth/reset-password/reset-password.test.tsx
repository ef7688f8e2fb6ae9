import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failures } from '../../../../contract/failure.ts';
import * as routes from '../../../../contract/routes.ts';
import { paths } from '../../../paths.ts';
import { createFakeApi, Refusal } from '../../../testing/fake-api.ts';
import { fill, renderApp } from '../../../testing/render-app.tsx';

const CODE_SENT =
  "If the email you entered is registered in our system, we've sent you a verification code. Please check your inbox and enter the code along with your new password to continue.";

function apiOf() {
  const api = createFakeApi();
  api.answer(routes.sendResetPasswordEmail, { status: 'ok' });
  api.answer(routes.resetPasswordUsingCode, { status: 'ok' });
  return api;
}

async function askForCode(user: ReturnType<typeof renderApp>['user'], email: string) {
  await screen.findByRole('heading', { name: 'Reset your password' });
  await fill(user, await screen.findByLabelText('Email'), email);
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  await screen.findByText(CODE_SENT);
}

test('from sign-in by a mailed code to a new password, and back to sign in with it', async () => {
  const api = apiOf();
  const { user, path } = renderApp(paths.login, { api, signedIn: false });
  await user.click(await screen.findByRole('link', { name: 'Forgot your password?' }));
  await askForCode(user, 'dana@acme.example');
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('dana@acme.example');
  await user.type(screen.getByLabelText('Code'), ' 123456 ');
  await fill(user, screen.getByLabelText('New password'), 'correct horse battery');
  await user.click(screen.getByRole('button', { name: 'Set password' }));
  expect(await screen.findByText('We have successfully updated your password. Please sign in.')).toBeTruthy();
  expect(path()).toBe(paths.login);
  expect(api.asked(routes.resetPasswordUsingCode).map(({ body }) => body)).toEqual([
    { email: 'dana@acme.example', code: '123456', password: 'correct horse battery' },
  ]);
});

test('a wrong code and a refused password stand at their fields', async () => {
  const api = apiOf();
  const { user, path } = renderApp(paths.resetPassword, { api, signedIn: false });
  await askForCode(user, 'dana@acme.example');
  await user.click(screen.getByRole('button', { name: 'Set password' }));
  expect(await screen.findByText('The code is required')).toBeTruthy();
  expect(screen.getByText('The password is required')).toBeTruthy();
  expect(api.asked(routes.resetPasswordUsingCode)).toHaveLength(0);

  api.answer(routes.resetPasswordUsingCode, new Refusal('code_invalid'));
  await user.type(screen.getByLabelText('Code'), '654321');
  await fill(user, screen.getByLabelText('New password'), 'correct horse battery');
  await user.click(screen.getByRole('button', { name: 'Set password' }));
  expect(await screen.findAllByText(failures.code_invalid.message)).toHaveLength(1);
  expect(screen.getByLabelText('Code').getAttribute('aria-invalid')).toBe('true');
  expect(path()).toBe(paths.resetPassword);
});

test('an email typed at sign-in need not be typed again', async () => {
  const { user } = renderApp(paths.login, { api: apiOf(), signedIn: false });
  await fill(user, await screen.findByLabelText('Email'), 'dana@acme.example');
  await user.click(screen.getByRole('link', { name: 'Forgot your password?' }));
  await screen.findByRole('heading', { name: 'Reset your password' });
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('dana@acme.example');
});

test('a mistyped email can be changed', async () => {
  const api = apiOf();
  const { user } = renderApp(paths.resetPassword, { api, signedIn: false });
  await askForCode(user, 'dana@acme.exampel');
  await user.click(screen.getByRole('button', { name: 'Change' }));
  const email = await screen.findByLabelText<HTMLInputElement>('Email');
  expect(email.value).toBe('dana@acme.exampel');
  await user.clear(email);
  await askForCode(user, 'dana@acme.example');
  expect(api.asked(routes.sendResetPasswordEmail).map(({ body }) => body.email)).toEqual([
    'dana@acme.exampel',
    'dana@acme.example',
  ]);
});

test('an invalid email is not sent', async () => {
  const api = apiOf();
  const { user } = renderApp(paths.resetPassword, { api, signedIn: false });
  await user.type(await screen.findByLabelText('Email'), 'dana');
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  expect(await screen.findByText('The email is invalid')).toBeTruthy();
  expect(api.asked(routes.sendResetPasswordEmail)).toHaveLength(0);
});

test('a signed-in person signs in again, since every session has ended', async () => {
  const { user, path } = renderApp(paths.resetPassword, { api: apiOf() });
  await askForCode(user, 'dana@acme.example');
  await user.type(screen.getByLabelText('Code'), '123456');
  await fill(user, screen.getByLabelText('New password'), 'correct horse battery');
  await user.click(screen.getByRole('button', { name: 'Set password' }));
  await waitFor(() => expect(path()).toBe(paths.login));
  expect(localStorage.getItem('hiretext:token')).toBeNull();
});
