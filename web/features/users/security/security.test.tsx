import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import * as routes from '../../../../contract/routes.ts';
import type { User, UserSession } from '../../../../contract/users.ts';
import { paths } from '../../../paths.ts';
import { createFakeApi, Refusal } from '../../../testing/fake-api.ts';
import { makeAccount, makeUser, makeUserSession } from '../../../testing/make.ts';
import { fill, renderApp } from '../../../testing/render-app.tsx';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

const ok = { status: 'ok' as const };

const here = makeUserSession({ isCurrent: true, userAgent: FIREFOX });
const phone = makeUserSession({ userAgent: SAFARI, createdAt: '2026-11-18T20:05:00.000Z' });
const unknown = makeUserSession({ userAgent: null });

function open({ user = {}, sessions = [here] }: { user?: Partial<User>; sessions?: UserSession[] } = {}) {
  const api = createFakeApi();
  const state = { user: makeUser(user), sessions };
  api.answer(routes.getUser, () => state.user);
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.listSessions, () => state.sessions);
  api.answer(routes.updateUser, ({ body }) => {
    state.user = { ...state.user, mfaEnabled: body.mfaEnabled ?? state.user.mfaEnabled };
    return state.user;
  });
  api.answer(routes.endSession, ({ params }) => {
    state.sessions = state.sessions.filter((session) => session.id !== params.id);
    return ok;
  });
  api.answer(routes.endOtherSessions, () => {
    state.sessions = state.sessions.filter((session) => session.isCurrent);
    return ok;
  });
  api.answer(routes.changePassword, ok);
  api.answer(routes.sendVerificationEmail, ok);
  return { ...renderApp(paths.accountSecurity, { api }), state };
}

describe('an email that is not verified', () => {
  test('can be verified by a mail', async () => {
    const { user, api } = open({
      user: { metadata: { emailVerified: false, hasConversations: true, numberRegistered: true } },
    });
    const line = await screen.findByRole('region', { name: 'Verify your email' });
    await user.click(within(line).getByRole('button', { name: 'Send verification email' }));
    expect(await screen.findByText('Verification email sent!')).toBeTruthy();
    expect(api.asked(routes.sendVerificationEmail).map(({ body }) => body.email)).toEqual([
      'dana@acme.example',
    ]);
  });

  test('takes no codes, which would lock the person out', async () => {
    const { user, api } = open({
      user: { metadata: { emailVerified: false, hasConversations: true, numberRegistered: true } },
    });
    const toggle = await screen.findByRole<HTMLInputElement>('switch', {
      name: /^Ask for a code when I sign in/,
    });
    expect(toggle.disabled).toBe(true);
    await user.click(toggle);
    expect(api.asked(routes.updateUser)).toHaveLength(0);
  });

  test('is no longer mentioned once it is verified', async () => {
    open();
    await screen.findByRole('region', { name: 'Password' });
    expect(screen.queryByRole('region', { name: 'Verify your email' })).toBeNull();
  });
});

describe('the password', () => {
  test('is changed, and the form empty afterwards', async () => {
    const { user, api } = open();
    await fill(user, await screen.findByLabelText('Current password'), 'correct horse');
    await fill(user, screen.getByLabelText('New password'), 'battery staple');
    await user.click(screen.getByRole('button', { name: 'Update password' }));
    expect(await screen.findByText('Password updated. Other browsers are signed out.')).toBeTruthy();
    expect(api.asked(routes.changePassword).map(({ body }) => body)).toEqual([
      { currentPassword: 'correct horse', password: 'battery staple' },
    ]);
    expect(screen.getByLabelText<HTMLInputElement>('Current password').value).toBe('');
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('');
    await waitFor(() => expect(api.asked(routes.listSessions)).toHaveLength(2));
  });

  test('a wrong or short one shows an error at its field', async () => {
    const { user, api } = open();
    api.answer(routes.changePassword, new Refusal('invalid', { currentPassword: ['The password is wrong'] }));
    await fill(user, await screen.findByLabelText('Current password'), 'wrong');
    await fill(user, screen.getByLabelText('New password'), 'short');
    await user.click(screen.getByRole('button', { name: 'Update password' }));
    expect(await screen.findByText('The password needs at least 10 characters')).toBeTruthy();
    expect(api.asked(routes.changePassword)).toHaveLength(0);
    await fill(user, screen.getByLabelText('New password'), ' no longer');
    await user.click(screen.getByRole('button', { name: 'Update password' }));
    expect(await screen.findByText('The password is wrong')).toBeTruthy();
    expect(screen.queryByText(/Password updated/)).toBeNull();
  });
});

describe('two-factor authentication', () => {
  test('is switched on and off', async () => {
    const { user, api } = open();
    const toggle = await screen.findByRole<HTMLInputElement>('switch', {
      name: /^Ask for a code when I sign in/,
    });
    expect(toggle.checked).toBe(false);
    await user.click(toggle);
    expect(await screen.findByText('Two-factor authentication is on.')).toBeTruthy();
    expect(toggle.checked).toBe(true);
    await user.click(toggle);
    expect(await screen.findByText('Two-factor authentication is off.')).toBeTruthy();
    expect(toggle.checked).toBe(false);
    expect(api.asked(routes.updateUser).map(({ body }) => body)).toEqual([
      { mfaEnabled: true },
      { mfaEnabled: false },
    ]);
  });

  test('stays as it was when the server does not answer', async () => {
    const { user, api } = open();
    api.answer(routes.updateUser, new Refusal('unavailable'));
    const toggle = await screen.findByRole<HTMLInputElement>('switch', {
      name: /^Ask for a code when I sign in/,
    });
    await user.click(toggle);
    await waitFor(() => expect(api.asked(routes.updateUser)).toHaveLength(1));
    await waitFor(() => expect(toggle.checked).toBe(false));
  });
});

describe("where the person's signed in", () => {
  test('is shown in plain words, with this browser marked', async () => {
    open({ sessions: [here, phone, unknown] });
    const rows = within(await screen.findByRole('region', { name: "Where you're signed in" }));
    expect(await rows.findByText('Firefox on Linux')).toBeTruthy();
    expect(rows.getAllByText('This browser')).toHaveLength(1);
    expect(rows.getByText('Safari on iPhone')).toBeTruthy();
    expect(rows.getByText(/Since Nov 18, 2026 3:05\sPM/)).toBeTruthy();
    expect(rows.getByText('Unknown browser')).toBeTruthy();
  });

  test('another browser is signed out', async () => {
    const { user, api } = open({ sessions: [here, phone] });
    await user.click(await screen.findByRole('button', { name: 'Sign out Safari on iPhone' }));
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull());
    expect(api.asked(routes.endSession).map(({ params }) => params.id)).toEqual([phone.id]);
    expect(screen.getByText('Firefox on Linux')).toBeTruthy();
  });

  test('all others are signed out at once, and then there is nothing left to sign out', async () => {
    const { user, api } = open({ sessions: [here, phone, unknown] });
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }));
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull(),
    );
    expect(api.asked(routes.endOtherSessions)).toHaveLength(1);
    expect(screen.getByText('This browser')).toBeTruthy();
  });

  test('a list that could not be loaded can be asked for again', async () => {
    const { user, api } = open();
    api.answer(routes.listSessions, new Refusal('not_found'));
    await screen.findByRole('region', { name: 'Password' });
    expect(await screen.findByText("Your browsers couldn't be loaded.")).toBeTruthy();
    api.answer(routes.listSessions, [here]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Firefox on Linux')).toBeTruthy();
  });
});
