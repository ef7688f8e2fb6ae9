import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import { endSession } from '../../lib/session/session.ts';
import { paths } from '../../paths.ts';
import { createInboxApi } from '../../testing/inbox.ts';
import { makeAccount, makeId, makeUser } from '../../testing/make.ts';
import { renderApp } from '../../testing/render-app.tsx';

/* Pushes to this browser, which the dashboard sees to; what the service worker shows of them is in web/service-worker. */

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

const { notifications: choices } = makeUser();
const SERVER_KEY = 'BAQE';

/** A browser with a service worker and a push service. */
function pushing(permission: NotificationPermission = 'granted', has = true) {
  const asking = {
    permission,
    requestPermission: async () => {
      asking.permission = 'granted';
      return 'granted';
    },
  };
  vi.stubGlobal('Notification', asking);
  const state: { kept: string | null; refuses: boolean } = { kept: null, refuses: false };
  const subscription = () => ({
    options: {
      applicationServerKey: Uint8Array.from(atob(state.kept ?? ''), (c) => c.charCodeAt(0)).buffer,
    },
    toJSON: () => ({
      endpoint: 'https://push.example.com/1',
      keys: { p256dh: 'P'.repeat(87), auth: 'A'.repeat(22) },
    }),
    unsubscribe: async () => {
      state.kept = null;
      return true;
    },
  });
  const pushManager = {
    getSubscription: async () => (state.kept === null ? null : subscription()),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      if (state.refuses) throw new DOMException('Registration failed', 'AbortError');
      state.kept = applicationServerKey;
      return subscription();
    },
  };
  const registration = { active: {}, getNotifications: async () => [], ...(has && { pushManager }) };
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: Object.assign(new EventTarget(), { getRegistration: async () => registration }),
  });
  return state;
}

function open(chosen: boolean, more: Partial<User> = {}) {
  const stored = { current: makeUser({ notifications: { ...choices, browser: chosen }, ...more }) };
  const { api } = createInboxApi({ conversations: [], user: stored.current });
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.updateUser, () => {
    stored.current = { ...stored.current, notifications: { ...choices, browser: true } };
    return stored.current;
  });
  api.answer(routes.getPushKey, { publicKey: SERVER_KEY });
  api.answer(routes.subscribeToPush, { status: 'ok' });
  api.answer(routes.endPush, { status: 'ok' });
  return renderApp(paths.accountNotifications, { api });
}
const choice = () => screen.findByRole<HTMLInputElement>('switch', { name: /^Notify me in this browser/ });
const subscribed = {
  endpoint: 'https://push.example.com/1',
  p256dh: 'P'.repeat(87),
  auth: 'A'.repeat(22),
};

test('pushes begin with the switch, and end with it in this browser alone', async () => {
  const state = pushing('default');
  const { user, api } = open(false);
  await user.click(await choice());
  await waitFor(() =>
    expect(api.asked(routes.subscribeToPush).map(({ body }) => body)).toEqual([subscribed]),
  );
  expect(state.kept).toBe(SERVER_KEY);
  await user.click(await choice());
  await waitFor(() => expect(api.asked(routes.endPush)).toHaveLength(1));
  expect((await choice()).checked).toBe(false);
  expect(state.kept).toBeNull();
  expect(api.asked(routes.updateUser).map(({ body }) => body)).toEqual([
    { notifications: { browser: true } },
  ]);
  await user.click(await choice());
  await waitFor(() => expect(api.asked(routes.subscribeToPush)).toHaveLength(2));
  expect(api.asked(routes.updateUser)).toHaveLength(1);
});

test('pushes go on with each start, by the key that the server has now', async () => {
  const state = pushing();
  state.kept = 'BBBB';
  const first = open(true);
  await waitFor(() => expect(first.api.asked(routes.subscribeToPush)).toHaveLength(1));
  expect(state.kept).toBe(SERVER_KEY);
  first.unmount();
  const { api } = open(true);
  await waitFor(() => expect(api.asked(routes.subscribeToPush)).toHaveLength(1));
});

test('pushes are not begun for someone who is impersonated', async () => {
  const state = pushing();
  const { api } = open(true, {
    impersonation: { id: makeId(), accountId: makeId(), expiresAt: '2026-11-20T16:00:00.000Z' },
  });
  expect((await choice()).checked).toBe(false);
  expect([state.kept, api.asked(routes.getPushKey)]).toEqual([null, []]);
});

test('pushes that fail are tried again by hand', async () => {
  const state = pushing();
  state.refuses = true;
  const { user, api } = open(true);
  expect(await screen.findByText(/^You won't be notified while Hiretext is closed/)).toBeTruthy();
  state.refuses = false;
  await user.click(await choice());
  await user.click(await choice());
  await waitFor(() => expect(api.asked(routes.subscribeToPush)).toHaveLength(1));
  expect(screen.queryByText(/^You won't be notified/)).toBeNull();
});

test('pushes that a browser does not have leave what a page in the background shows', async () => {
  pushing('granted', false);
  open(true);
  expect(await screen.findByText(/Keep it open/)).toBeTruthy();
  expect((await choice()).checked).toBe(true);
});

test('pushes on an iPhone need the app', async () => {
  vi.stubGlobal('Notification', undefined);
  Reflect.deleteProperty(window, 'Notification');
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)');
  open(false);
  expect(await screen.findByText(/^Add Hiretext to your home screen first/)).toBeTruthy();
  expect((await choice()).disabled).toBe(true);
});

test('pushes end with the session', async () => {
  const state = pushing();
  const { api } = open(true);
  await waitFor(() => expect(api.asked(routes.subscribeToPush)).toHaveLength(1));
  act(() => endSession());
  await waitFor(() => expect(state.kept).toBeNull());
});
