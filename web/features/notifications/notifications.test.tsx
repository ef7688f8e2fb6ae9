import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Account } from '../../../contract/accounts.ts';
import type { Conversation } from '../../../contract/conversations.ts';
import type { Message } from '../../../contract/messages.ts';
import * as routes from '../../../contract/routes.ts';
import type { NotificationChoices, User } from '../../../contract/users.ts';
import { userQuery } from '../../lib/session/me.ts';
import { paths } from '../../paths.ts';
import { createInboxApi } from '../../testing/inbox.ts';
import {
  makeAccount,
  makeConversation,
  makeConversationCandidate,
  makeId,
  makeMessage,
  makeUser,
  makeUserSession,
} from '../../testing/make.ts';
import { renderApp } from '../../testing/render-app.tsx';

const off: NotificationChoices = {
  browser: false,
  sound: false,
  hideText: false,
  mail: false,
  mentionMail: false,
};

interface Shown {
  title: string;
  body: string;
  onclick?: () => void;
  closed: boolean;
}

/** A browser that shows notifications, or asks before it does. */
function browser(permission: NotificationPermission, answer: NotificationPermission = 'granted') {
  const shown: Shown[] = [];
  const notes: number[] = [];
  class FakeNotification {
    static permission = permission;
    static requestPermission = vi.fn(async () => {
      FakeNotification.permission = answer;
      return answer;
    });
    constructor(title: string, { body }: { body: string }) {
      const made: Shown & { close: () => void } = Object.assign(this, {
        title,
        body,
        closed: false,
        close: () => {},
      });
      made.close = () => {
        made.closed = true;
      };
      shown.push(made);
      // biome-ignore lint/correctness/noConstructorReturn: what is looked at is what was made
      return made as never;
    }
  }
  class FakeAudio {
    currentTime = 0;
    destination = {};
    resume = async () => {};
    createGain = () => ({
      gain: { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} },
      connect: () => {},
    });
    createOscillator = () => ({
      frequency: { value: 0 },
      connect: (to: unknown) => to ?? { connect() {} },
      start: (at: number) => notes.push(at),
      stop: () => {},
    });
  }
  vi.stubGlobal('Notification', FakeNotification);
  vi.stubGlobal('AudioContext', FakeAudio);
  return { shown, notes, asked: FakeNotification.requestPermission };
}

const hidden = (is: boolean) =>
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(is ? 'hidden' : 'visible');

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  for (const name of ['serviceWorker', 'standalone']) Reflect.deleteProperty(navigator, name);
});

async function arrive(
  choices: Partial<NotificationChoices>,
  body = 'Thursday works',
  call: Message['call'] = null,
) {
  const user = makeUser({ notifications: { ...off, ...choices } });
  const conversation = makeConversation({ assigneeId: user.id });
  const { api, live } = createInboxApi({ conversations: [conversation], user });
  const opened = renderApp(paths.candidates, { api });
  api.answer(routes.listCandidates, { items: [], nextCursor: null });
  await live.connected();
  await screen.findByText('Dana Reed');
  const send = () =>
    live.emit({
      type: 'message.created',
      message: makeMessage({ conversationId: conversation.id, body, call }),
    });
  return { ...opened, conversation, live, send };
}

describe('a call', () => {
  test('that no one answered is named', async () => {
    const { shown } = browser('granted');
    hidden(true);
    const { send } = await arrive({ browser: true }, '', { outcome: 'missed', seconds: null });
    send();
    await waitFor(() => expect(shown).toMatchObject([{ title: 'Ana Lopez', body: 'Missed call' }]));
  });

  test('that was answered is not announced', async () => {
    const { shown, notes } = browser('granted');
    hidden(true);
    const { send, live, conversation } = await arrive({ browser: true, sound: true }, '', {
      outcome: 'answered',
      seconds: 60,
    });
    send();
    live.emit({
      type: 'message.created',
      message: makeMessage({ conversationId: conversation.id, body: 'Thanks for the call' }),
    });
    await waitFor(() => expect(shown).toMatchObject([{ body: 'Thanks for the call' }]));
    expect(notes.length).toBeGreaterThan(0);
  });
});

describe('a text that arrives', () => {
  test('while the page is hidden is shown by the browser, and a click opens its thread', async () => {
    const { shown } = browser('granted');
    hidden(true);
    const { send, path, conversation } = await arrive({ browser: true });
    send();
    await waitFor(() => expect(shown).toHaveLength(1));
    expect(shown[0]).toMatchObject({ title: 'Ana Lopez', body: 'Thursday works' });
    shown[0]?.onclick?.();
    await waitFor(() => expect(path()).toBe(`/dashboard/messages/${conversation.id}`));
    expect(shown[0]?.closed).toBe(true);
  });

  test('is shown by the service worker where there is one, and a tap opens its thread', async () => {
    const { shown } = browser('granted');
    hidden(true);
    const showNotification = vi.fn(async () => {});
    const serviceWorker = Object.assign(new EventTarget(), {
      getRegistration: async () => ({ active: {}, showNotification, getNotifications: async () => [] }),
    });
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
    const { send, path, conversation } = await arrive({ browser: true });
    send();
    await waitFor(() => expect(showNotification).toHaveBeenCalledTimes(1));
    expect(showNotification).toHaveBeenCalledWith(
      'Ana Lopez',
      expect.objectContaining({
        body: 'Thursday works',
        tag: conversation.id,
        data: { id: expect.any(String), conversationId: conversation.id },
      }),
    );
    expect(shown).toEqual([]);
    serviceWorker.dispatchEvent(new MessageEvent('message', { data: { open: conversation.id } }));
    await waitFor(() => expect(path()).toBe(`/dashboard/messages/${conversation.id}`));
  });

  test('is shown without its words to someone who wants them hidden', async () => {
    const { shown } = browser('granted');
    hidden(true);
    const { send } = await arrive({ browser: true, hideText: true }, 'My salary is 90k');
    send();
    await waitFor(() => expect(shown).toHaveLength(1));
    expect(JSON.stringify(shown)).not.toContain('salary');
    expect(shown[0]?.body).toBe('New text');
  });

  test.each<[string, Partial<NotificationChoices>, NotificationPermission, boolean, number, number]>([
    ['in sight of the page: a sound only', { browser: true, sound: true }, 'granted', false, 0, 2],
    ['without the browser’s permission: a sound only', { browser: true, sound: true }, 'denied', true, 0, 2],
    ['with both: both', { browser: true, sound: true }, 'granted', true, 1, 2],
    ['without a sound: none', { browser: true }, 'granted', true, 1, 0],
  ])('%s', async (_, choices, permission, isHidden, shows, sounds) => {
    // Each browser page has one context for its sounds.
    vi.resetModules();
    const { shown, notes } = browser(permission);
    hidden(isHidden);
    const { send } = await arrive(choices);
    send();
    await waitFor(() => expect([shown.length, notes.length]).toEqual([shows, sounds]));
  });

  test('is announced once, and never what the person has sent', async () => {
    const { shown } = browser('granted');
    hidden(true);
    const { live, conversation } = await arrive({ browser: true });
    const own = makeMessage({
      conversationId: conversation.id,
      direction: 'outbound',
      status: 'sent',
      body: 'mine',
    });
    const message = makeMessage({ conversationId: conversation.id, body: 'theirs' });
    live.emit({ type: 'message.created', message: own });
    live.emit({ type: 'message.created', message });
    live.emit({ type: 'message.created', message });
    const last = makeMessage({ conversationId: conversation.id, body: 'theirs again' });
    live.emit({ type: 'message.created', message: last });
    await waitFor(() => expect(shown.map(({ body }) => body)).toContain('theirs again'));
    expect(shown.map(({ body }) => body)).toEqual(['theirs', 'theirs again']);
  });
});

describe('a notification', () => {
  test.each([
    ['is shown while the page is hidden, and a click opens its conversation', true],
    ['is no browser notification in sight of the page', false],
  ])('%s', async (_, isHidden) => {
    const { shown } = browser('granted');
    hidden(isHidden);
    const { live, path, conversation } = await arrive({ browser: true });
    const notification = {
      id: makeId(),
      text: 'Ben Ortiz mentioned you.',
      conversationId: conversation.id,
      createdAt: '2026-11-20T15:00:00.000Z',
      readAt: null,
    };
    live.emit({ type: 'notification', about: 'mention', ...notification });
    await screen.findByText('Ben Ortiz mentioned you.');
    if (!isHidden) return expect(shown).toEqual([]);
    await waitFor(() =>
      expect(shown).toMatchObject([{ title: 'Hiretext', body: 'Ben Ortiz mentioned you.' }]),
    );
    shown[0]?.onclick?.();
    await waitFor(() => expect(path()).toBe(`/dashboard/messages/${conversation.id}`));
  });
});

describe('the choices', () => {
  function open(user: Partial<User> = {}, account: Partial<Account> = {}) {
    const stored = makeUser({ notifications: off, ...user });
    const { api } = createInboxApi({ conversations: [], user: stored });
    api.answer(routes.getAccount, makeAccount(account));
    api.answer(routes.listSessions, [makeUserSession({ isCurrent: true })]);
    api.answer(routes.updateUser, ({ body }) => ({
      ...stored,
      automationReminder: body.automationReminder ?? true,
      weeklyFigures: body.weeklyFigures ?? false,
      notifications: { ...off, ...(body.notifications as Partial<NotificationChoices>) },
    }));
    return renderApp(paths.accountNotifications, { api });
  }
  const theSwitch = (name: string) =>
    screen.findByRole<HTMLInputElement>('switch', { name: new RegExp(`^${name}`) });

  test('of the browser are saved once it allows them', async () => {
    const { asked } = browser('default');
    const { user, api } = open();
    const choice = await theSwitch('Notify me in this browser');
    expect(asked).not.toHaveBeenCalled();
    await user.click(choice);
    await waitFor(() => expect(choice.checked).toBe(true));
    expect(asked).toHaveBeenCalledTimes(1);
    expect(api.asked(routes.updateUser).map(({ body }) => body)).toEqual([
      { notifications: { browser: true } },
    ]);
  });

  test('of the browser stay off when it refuses, and the sentence says what to do', async () => {
    browser('default', 'denied');
    const { user, api } = open();
    const choice = await theSwitch('Notify me in this browser');
    await user.click(choice);
    expect(await screen.findByText(/Your browser blocks notifications from Hiretext/)).toBeTruthy();
    expect(choice.checked).toBe(false);
    expect(choice.disabled).toBe(true);
    expect(api.asked(routes.updateUser)).toEqual([]);
  });

  test('of sound and mail are saved each by itself', async () => {
    browser('denied');
    const { user, api } = open();
    await user.click(await theSwitch('Play a sound'));
    await waitFor(async () => expect((await theSwitch('Play a sound')).checked).toBe(true));
    await user.click(await theSwitch('Email me when a candidate is waiting'));
    await waitFor(() =>
      expect(api.asked(routes.updateUser).map(({ body }) => body)).toEqual([
        { notifications: { sound: true } },
        { notifications: { mail: true } },
      ]),
    );
  });

  test('of mail about texts that are held names automatic ones to those who have them', async () => {
    browser('denied');
    const { user, api, unmount } = open();
    const label = 'Email me if one of my scheduled or automatic texts is held or fails';
    await user.click(await theSwitch(label));
    await waitFor(async () => expect((await theSwitch(label)).checked).toBe(false));
    expect(api.asked(routes.updateUser).map(({ body }) => body)).toEqual([{ automationReminder: false }]);
    unmount();
    open({ userType: 'member', seat: null });
    await theSwitch('Email me if one of my scheduled texts is held');
  });

  test("of the week's figures is for admins of teams", async () => {
    browser('denied');
    const { user, api, unmount } = open();
    const label = "Email me the week's figures";
    expect((await theSwitch(label)).checked).toBe(false);
    screen.getByText(/five figures that changed most/);
    await user.click(await theSwitch(label));
    await waitFor(async () => expect((await theSwitch(label)).checked).toBe(true));
    expect(api.asked(routes.updateUser).map(({ body }) => body)).toEqual([{ weeklyFigures: true }]);
    unmount();
    const others: Parameters<typeof open>[] = [[{ userType: 'member' }], [{}, { type: 'personal' }]];
    for (const other of others) {
      const { unmount: close } = open(...other);
      await theSwitch('Play a sound');
      expect(screen.queryByRole('switch', { name: new RegExp(`^${label}`) })).toBeNull();
      close();
    }
  });
});

describe('the app', () => {
  function open() {
    const user = makeUser({ notifications: off });
    const { api } = createInboxApi({ conversations: [], user });
    api.answer(routes.getAccount, makeAccount());
    return renderApp(paths.accountNotifications, { api });
  }

  test('is offered once the browser can install it, and not again after the answer', async () => {
    // As the screen has it, which another test has loaded again.
    const { watchInstall } = await import('../../lib/install.ts');
    watchInstall();
    const { user } = open();
    await screen.findByRole('switch', { name: /^Play a sound/ });
    expect(screen.queryByRole('region', { name: 'App' })).toBeNull();
    const ask = vi.fn(async () => ({ outcome: 'dismissed' }));
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: ask });
    act(() => void window.dispatchEvent(offer));
    expect(offer.defaultPrevented).toBe(true);
    await user.click(await screen.findByRole('button', { name: 'Install Hiretext' }));
    expect(ask).toHaveBeenCalledOnce();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'App' })).toBeNull());
  });

  test.each<[string, string, boolean, boolean]>([
    ['on an iPhone, says how', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', false, true],
    ['on an iPad, too', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', false, true],
    ['from the home screen, says nothing', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)', true, false],
    ['elsewhere, says nothing', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101', false, false],
  ])('%s', async (_, userAgent, standalone, says) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
    vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(5);
    Object.defineProperty(navigator, 'standalone', { configurable: true, value: standalone });
    open();
    await screen.findByRole('switch', { name: /^Play a sound/ });
    expect(screen.queryAllByText(/Add to Home Screen/)).toHaveLength(says ? 1 : 0);
  });
});

test('once a candidate has written, the inbox asks whether Hiretext opens there', async () => {
  const stored = makeUser({ opensWith: null, notifications: { ...off, browser: true } });
  const { api } = createInboxApi({ conversations: [makeConversation()], user: stored });
  api.answer(routes.updateUser, ({ body }) => ({ ...stored, opensWith: body.opensWith ?? null }));
  const { user } = renderApp(paths.messages, { api });
  await user.click(await screen.findByRole('button', { name: 'Start here from now on' }));
  expect(await screen.findByText('Hiretext opens with Messages now')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Where to start' })).toBeNull());
  expect(api.asked(routes.updateUser).map(({ body }) => body)).toEqual([{ opensWith: 'messages' }]);
});

describe('at the first reply', () => {
  const replied = (firstName: string) =>
    makeConversation({ candidate: makeConversationCandidate({ firstName }) });
  const silent = () =>
    makeConversation({
      lastMessage: null,
      candidate: makeConversationCandidate({ consent: { status: 'none', changedAt: null } }),
    });

  function open({
    conversations = [replied('Ana')],
    ...over
  }: Partial<User> & { conversations?: Conversation[] } = {}) {
    const stored = makeUser({ notifications: off, ...over });
    const { api, live, inbox } = createInboxApi({ conversations, user: stored });
    api.answer(routes.updateUser, ({ body }) => ({
      ...stored,
      notifications: { ...off, ...(body.notifications as Partial<NotificationChoices>) },
    }));
    return { ...renderApp(paths.messages, { api }), live, inbox };
  }
  const question = 'Get a notification when a candidate replies?';

  test('notifications are proposed, and turned on when the browser allows them', async () => {
    browser('default');
    const { user, api } = open();
    await user.click(within(await banner()).getByRole('button', { name: 'Turn on' }));
    expect(await screen.findByText('Notifications turned on')).toBeTruthy();
    expect(screen.queryByText(question)).toBeNull();
    expect(api.asked(routes.updateUser).map(({ body }) => body)).toEqual([
      { notifications: { browser: true } },
    ]);
  });

  test('and not again to a person who has answered', async () => {
    browser('default');
    const first = open();
    await first.user.click(within(await banner()).getByRole('button', { name: 'Not now' }));
    expect(screen.queryByText(question)).toBeNull();
    expect(first.api.asked(routes.updateUser)).toEqual([]);
    first.unmount();
    open();
    await screen.findByText(/Ana/);
    await settled();
    expect(screen.queryByText(question)).toBeNull();
  });

  test('the browser that refuses is not asked again', async () => {
    const { asked } = browser('default', 'denied');
    const { user, api } = open();
    await user.click(within(await banner()).getByRole('button', { name: 'Turn on' }));
    expect(await screen.findByText(/Your browser blocks notifications/)).toBeTruthy();
    expect(screen.queryByText(question)).toBeNull();
    expect([asked.mock.calls.length, api.asked(routes.updateUser).length]).toEqual([1, 0]);
  });

  test('they are not proposed any longer once they are on', async () => {
    browser('default');
    const { queryClient } = open();
    await banner();
    browser('granted');
    queryClient.setQueryData<User>(
      userQuery().queryKey,
      (user) => user && { ...user, notifications: { ...off, browser: true } },
    );
    await waitFor(() => expect(screen.queryByText(question)).toBeNull());
  });

  test('they are proposed when it comes, and not before', async () => {
    browser('default');
    const waiting = silent();
    const { live } = open({ conversations: [waiting] });
    await live.connected();
    await settled();
    expect(screen.queryByText(question)).toBeNull();
    const { lastMessage } = replied('Ana');
    live.emit({ type: 'conversation.updated', conversation: { ...waiting, lastMessage } });
    expect(await banner()).toBeTruthy();
  });

  test('they are proposed in each browser, also to someone who has them in another', async () => {
    browser('default');
    open({ notifications: { ...off, browser: true } });
    expect(await banner()).toBeTruthy();
  });

  test.each<[string, NotificationPermission, Partial<User>]>([
    ['who has them', 'granted', { notifications: { ...off, browser: true } }],
    ['whose browser allows them', 'granted', {}],
    ['whose browser blocks them', 'denied', {}],
    [
      'who is impersonated',
      'default',
      {
        impersonation: { id: makeId(), accountId: makeId(), expiresAt: '2026-11-20T16:00:00.000Z' },
      },
    ],
  ])('nothing is proposed to someone %s', async (_, permission, over) => {
    browser(permission);
    open(over);
    await screen.findByText(/Ana/);
    await settled();
    expect(screen.queryByText(question)).toBeNull();
  });
});

const banner = () => screen.findByRole('region', { name: 'Notifications' });

/** Whatever is loaded late is there. */
const settled = () => import('./first-reply-banner.tsx').then(() => new Promise((go) => setTimeout(go, 50)));
