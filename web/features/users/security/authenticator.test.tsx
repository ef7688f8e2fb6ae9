import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import * as routes from '../../../../contract/routes.ts';
import type { User } from '../../../../contract/users.ts';
import { paths } from '../../../paths.ts';
import { createFakeApi, Refusal } from '../../../testing/fake-api.ts';
import { makeAccount, makeUser, makeUserSession } from '../../../testing/make.ts';
import { fill, renderApp } from '../../../testing/render-app.tsx';

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const seed = {
  secret: SECRET,
  otpauthUrl: `otpauth://totp/Hiretext:dana%40acme.example?issuer=Hiretext&secret=${SECRET}`,
};
const codesOf = (letter: string) =>
  Array.from({ length: 10 }, (_, index) => `${letter}${index}00-abcd-efgh-jkmn`);
const wrongPassword = new Refusal('invalid', { password: ['The password is wrong'] });

function open(over: Partial<User> = {}) {
  const api = createFakeApi();
  const state = { user: makeUser(over) };
  const withApp = (authenticatorEnabled: boolean, mfaEnabled = true) => {
    state.user = { ...state.user, authenticatorEnabled, mfaEnabled };
  };
  api.answer(routes.getUser, () => state.user);
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.listSessions, [makeUserSession({ isCurrent: true })]);
  api.answer(routes.startAuthenticator, seed);
  api.answer(routes.confirmAuthenticator, () => {
    withApp(true);
    return { recoveryCodes: codesOf('a') };
  });
  api.answer(routes.renewRecoveryCodes, { recoveryCodes: codesOf('b') });
  api.answer(routes.removeAuthenticator, () => {
    withApp(false);
    return { status: 'ok' as const };
  });
  api.answer(routes.updateUser, ({ body }) => {
    withApp(false, body.mfaEnabled);
    return state.user;
  });
  return renderApp(paths.accountSecurity, { api });
}

const withApp = { mfaEnabled: true, authenticatorEnabled: true };
type Clicks = ReturnType<typeof open>['user'];

async function ask(user: Clicks, button: string) {
  await user.click(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole('dialog'));
}

async function givePassword(user: Clicks, dialog: Awaited<ReturnType<typeof ask>>, button: string) {
  await fill(user, await dialog.findByLabelText('Your password'), 'correct horse');
  await user.click(dialog.getByRole('button', { name: button }));
}

describe('setting up an authenticator app', () => {
  test('goes from the password over the QR code to the recovery codes', async () => {
    const { user, api } = open();
    const dialog = await ask(user, 'Use an authenticator app');
    await givePassword(user, dialog, 'Continue');
    const picture = await dialog.findByRole('img', { name: 'QR code for your authenticator app' });
    expect(picture.querySelector('path')?.getAttribute('d')).toMatch(/^M4 4h1v1h-1z/);
    expect(dialog.getByText(SECRET.replace(/.{4}(?=.)/g, '$& '))).toBeTruthy();
    expect(api.asked(routes.startAuthenticator).map(({ body }) => body)).toEqual([
      { password: 'correct horse' },
    ]);

    await user.click(dialog.getByLabelText('Digit 1 of 6'));
    await user.paste('123456');
    for (const code of codesOf('a')) expect(await dialog.findByText(code)).toBeTruthy();
    expect(api.asked(routes.confirmAuthenticator).map(({ body }) => body)).toEqual([{ code: '123456' }]);

    const file = dialog.getByRole<HTMLAnchorElement>('link', { name: 'Download' });
    expect(file.download).toBe('hiretext-recovery-codes.txt');
    for (const code of codesOf('a')) expect(decodeURIComponent(file.href)).toContain(`\n${code}\n`);
    await user.click(dialog.getByRole('button', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe(codesOf('a').join('\n'));

    // Not by a slip of the hand.
    await user.keyboard('{Escape}');
    expect(dialog.queryByRole('button', { name: 'Close' })).toBeNull();
    await user.click(dialog.getByRole('button', { name: "I've saved them" }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByRole('button', { name: 'Remove the app' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Use an authenticator app' })).toBeNull();
    expect(screen.getByRole<HTMLInputElement>('switch', { name: /^Ask for a code/ }).checked).toBe(true);
    expect(screen.getByText(/we ask for a code from your authenticator app/)).toBeTruthy();
  });

  test('stays at a wrong password, with an error at its field', async () => {
    const { user, api } = open();
    api.answer(routes.startAuthenticator, wrongPassword);
    const dialog = await ask(user, 'Use an authenticator app');
    await givePassword(user, dialog, 'Continue');
    expect(await dialog.findByText('The password is wrong')).toBeTruthy();
    expect(dialog.queryByRole('img')).toBeNull();
    api.answer(routes.startAuthenticator, seed);
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(await dialog.findByRole('img')).toBeTruthy();
  });

  test.each([
    [new Refusal('invalid', { code: ['This code is wrong.'] }), 'This code is wrong.'],
    [new Refusal('not_found'), '30 minutes have passed. Close this and start again.'],
  ])('stays at a code that is refused', async (refusal, sentence) => {
    const { user, api } = open();
    api.answer(routes.confirmAuthenticator, refusal);
    const dialog = await ask(user, 'Use an authenticator app');
    await givePassword(user, dialog, 'Continue');
    await user.click(await dialog.findByLabelText('Digit 1 of 6'));
    await user.paste('123456');
    expect(await screen.findAllByText(sentence)).toHaveLength(1);
    expect(dialog.getByLabelText<HTMLInputElement>('Digit 1 of 6').value).toBe('');
    expect(dialog.getByRole('img')).toBeTruthy();
  });

  test('can be left, and starts over', async () => {
    const { user, api } = open();
    const dialog = await ask(user, 'Use an authenticator app');
    await givePassword(user, dialog, 'Continue');
    await dialog.findByRole('img');
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const again = await ask(user, 'Use an authenticator app');
    expect((await again.findByLabelText<HTMLInputElement>('Your password')).value).toBe('');
    expect(api.asked(routes.confirmAuthenticator)).toHaveLength(0);
  });
});

describe('a person who has one', () => {
  test('gets new recovery codes for the password', async () => {
    const { user, api } = open(withApp);
    const dialog = await ask(user, 'New recovery codes');
    await givePassword(user, dialog, 'Create new codes');
    for (const code of codesOf('b')) expect(await dialog.findByText(code)).toBeTruthy();
    expect(api.asked(routes.renewRecoveryCodes).map(({ body }) => body)).toEqual([
      { password: 'correct horse' },
    ]);
  });

  test('removes it for the password', async () => {
    const { user, api } = open(withApp);
    api.answer(routes.removeAuthenticator, wrongPassword);
    const dialog = await ask(user, 'Remove the app');
    await givePassword(user, dialog, 'Remove');
    expect(await dialog.findByText('The password is wrong')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Use an authenticator app' })).toBeNull();
  });

  test('has codes by mail afterwards', async () => {
    const { user, api } = open(withApp);
    const dialog = await ask(user, 'Remove the app');
    expect(dialog.getByText(/^After that, we email the code to dana@acme\.example\./)).toBeTruthy();
    await givePassword(user, dialog, 'Remove');
    expect(await screen.findByText('Authenticator app removed')).toBeTruthy();
    expect(api.asked(routes.removeAuthenticator).map(({ body }) => body)).toEqual([
      { password: 'correct horse' },
    ]);
    expect(await screen.findByRole('button', { name: 'Use an authenticator app' })).toBeTruthy();
    expect(screen.getByText(/a code that we send to dana@acme\.example/)).toBeTruthy();
  });

  test('has to be removed before two-factor authentication can be turned off', async () => {
    open(withApp);
    const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: /^Ask for a code/ });
    expect(toggle.checked).toBe(true);
    expect(toggle.disabled).toBe(true);
    expect(screen.getByText(/To turn this off, remove the app first\.$/)).toBeTruthy();
  });
});
