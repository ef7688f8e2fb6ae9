import type { Announcement } from '../../contract/announcement.ts';
import { windowsIn } from './open-conversation.ts';
import type { WorkerScope } from './worker-scope.ts';

/** Safari takes the permission away from sites whose pushes show nothing, also while their page is in sight. */
const ALWAYS_SHOWS = /\.push\.apple\.com$/;

type Scope = Pick<WorkerScope, 'clients' | 'registration' | 'navigator'>;

/** Shown unless the person is looking at Hiretext in this browser, or a page in the background has just shown the same. */
export async function showPush(pushed: unknown, { clients, registration, navigator }: Scope): Promise<void> {
  const { id, tag, title, body, conversationId, unread } = {
    ...UNREADABLE,
    ...(pushed as Announcement | undefined),
  };
  void navigator.setAppBadge?.(unread).catch(() => {});
  const subscription = await registration.pushManager.getSubscription();
  if (!ALWAYS_SHOWS.test(URL.parse(subscription?.endpoint ?? '')?.hostname ?? '')) {
    const windows = await windowsIn(clients);
    if (windows.some(({ visibilityState }) => visibilityState === 'visible')) return;
    const shown = await registration.getNotifications({ tag });
    if (shown.some(({ data }) => data?.id === id)) return;
  }
  await registration.showNotification(title, {
    body,
    tag,
    icon: '/icons/192.png',
    badge: '/icons/badge-96.png',
    data: { id, conversationId },
  });
}

/** Browsers want to see something even then. */
const UNREADABLE: Announcement = {
  id: '',
  tag: '',
  title: 'Hiretext',
  body: 'New text',
  conversationId: null,
  unread: 0,
};
