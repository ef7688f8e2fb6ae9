import { beforeEach, expect, test, vi } from 'vitest';
import type { Announcement } from '../../contract/announcement.ts';
import { renewPush } from './renew-push.ts';
import { showPush } from './show-push.ts';

const announcement: Announcement = {
  id: 't1',
  tag: 'c1',
  title: 'Ana Lopez',
  body: 'Thursday works',
  conversationId: 'c1',
  unread: 3,
};

let shown: { title: string; tag: string; data: unknown }[];
beforeEach(() => {
  shown = [];
});

/** A browser with these windows open, by the push service that it uses. */
function browserWith(
  windows: [path: string, visibility: DocumentVisibilityState][] = [],
  service = 'fcm.googleapis.com',
) {
  const setAppBadge = vi.fn(async () => {});
  const clients = windows.map(([path, visibilityState]) => ({
    url: `https://texts.example.com${path}`,
    visibilityState,
  }));
  const registration = {
    pushManager: { getSubscription: async () => ({ endpoint: `https://${service}/abc` }) },
    getNotifications: async ({ tag }: { tag: string }) => shown.filter((each) => each.tag === tag),
    showNotification: async (title: string, { body, tag, data }: NotificationOptions) => {
      shown = [...shown.filter((each) => each.tag !== tag), { title, body, tag, data } as never];
    },
  };
  return { clients: { matchAll: async () => clients }, registration, navigator: { setAppBadge } };
}
const push = (pushed: unknown, browser = browserWith()) => showPush(pushed, browser as never);

test('a push is shown, and the icon has the number of unread conversations', async () => {
  const browser = browserWith();
  await push(announcement, browser);
  expect(shown).toEqual([
    { title: 'Ana Lopez', body: 'Thursday works', tag: 'c1', data: { id: 't1', conversationId: 'c1' } },
  ]);
  expect(browser.navigator.setAppBadge).toHaveBeenCalledWith(3);
  await push({ ...announcement, id: 't2', body: 'Or Friday' }, browser);
  expect(shown).toMatchObject([{ body: 'Or Friday' }]);
});

test.each<[string, Parameters<typeof browserWith>, number]>([
  ['the dashboard is in sight', [[['/dashboard/candidates', 'visible']]], 0],
  ['it is in the background', [[['/dashboard/messages', 'hidden']]], 1],
  ['another page of the site is in sight', [[['/v/1', 'visible']]], 1],
  [
    'it is in sight in Safari, which wants to see every push',
    [[['/dashboard', 'visible']], 'web.push.apple.com'],
    1,
  ],
])('when %s', async (_, browser, times) => {
  await push(announcement, browserWith(...browser));
  expect(shown).toHaveLength(times);
});

test('what a page in the background has shown already is not shown again', async () => {
  const browser = browserWith([['/dashboard', 'hidden']]);
  const showNotification = vi.spyOn(browser.registration, 'showNotification');
  await push(announcement, browser);
  await push(announcement, browser);
  expect(showNotification).toHaveBeenCalledOnce();
});

test('a push without words shows that there is something', async () => {
  await push(undefined);
  expect(shown).toMatchObject([{ title: 'Hiretext', body: 'New text', data: { conversationId: null } }]);
});

const subscription = (name: string) =>
  ({
    options: { applicationServerKey: new Uint8Array([4, 1]).buffer },
    toJSON: () => ({ endpoint: `https://push.example.com/${name}`, keys: { p256dh: 'key', auth: name } }),
  }) as unknown as PushSubscription;

test.each([
  ['the one that the browser made', subscription('new')],
  ['one that it makes', null],
])('a replaced subscription is replaced by %s', async (_, newSubscription) => {
  const subscribe = vi.fn(async () => subscription('new'));
  const post = vi.fn(async (_address: string, _init: RequestInit) => {});
  const oldSubscription = subscription('old');
  await renewPush({ oldSubscription, newSubscription }, { subscribe }, post);
  expect(subscribe.mock.calls).toHaveLength(newSubscription ? 0 : 1);
  const [address, init] = post.mock.calls[0] ?? [];
  expect(address).toBe('/v1/push/renew');
  expect(JSON.parse(String(init?.body))).toEqual({
    former: { endpoint: 'https://push.example.com/old', auth: 'old' },
    subscription: { endpoint: 'https://push.example.com/new', p256dh: 'key', auth: 'new' },
  });
});

test('without a former one, the next page that is opened sees to it', async () => {
  const post = vi.fn();
  await renewPush({ newSubscription: subscription('new') }, { subscribe: vi.fn() }, post);
  expect(post).not.toHaveBeenCalled();
});
