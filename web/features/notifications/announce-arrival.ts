import type { QueryClient } from '@tanstack/react-query';
import { type Announcement, arrivalWords } from '../../../contract/announcement.ts';
import type { Message } from '../../../contract/messages.ts';
import type { Notification } from '../../../contract/notifications.ts';
import { candidateName } from '../../../contract/person-name.ts';
import type { User } from '../../../contract/users.ts';
import { personalStorage } from '../../lib/personal-storage.ts';
import { activeWorker } from '../../lib/service-worker.ts';
import { conversationQuery, isInInboxOf } from '../messages/conversation-cache.ts';
import { isOnHere } from './browser-choice.ts';
import { chime } from './chime.ts';

const ANNOUNCED = 'announced';

/** Announces a new text in the ways that the person has chosen. Of several tabs, only the first does. */
export async function announceArrival(
  message: Message,
  {
    queryClient,
    user,
    openId,
    open,
  }: {
    queryClient: QueryClient;
    user: User;
    openId: string | undefined;
    open: (conversationId: string) => void;
  },
): Promise<void> {
  const { sound, hideText } = user.notifications;
  const inSight = document.visibilityState === 'visible';
  if (inSight && openId === message.conversationId && document.hasFocus()) return;
  const conversation = await queryClient.fetchQuery(conversationQuery(message.conversationId));
  if (!isInInboxOf(user, conversation)) return;
  if (personalStorage.get(ANNOUNCED) === message.id) return;
  personalStorage.set(ANNOUNCED, message.id);
  if (sound) void chime().catch(() => {});
  if (inSight || !isOnHere(user)) return;
  await show(
    {
      id: message.id,
      tag: message.conversationId,
      title: candidateName(conversation.candidate),
      body: arrivalWords({ body: message.body, callOutcome: message.call?.outcome ?? null }, hideText),
      conversationId: message.conversationId,
    },
    open,
  );
}

/** A new row of the person's list. A page in sight shows it itself. */
export async function announceNotification(
  { id, text, conversationId }: Pick<Notification, 'id' | 'text' | 'conversationId'>,
  { user, open }: { user: User; open: (conversationId: string) => void },
): Promise<void> {
  if (document.visibilityState === 'visible' || !isOnHere(user)) return;
  await show({ id, tag: id, title: 'Hiretext', body: text, conversationId }, open);
}

/** As `web/service-worker/show-push.ts` shows it when it is pushed: whichever comes second changes nothing. */
async function show(
  { id, tag, title, body, conversationId }: Omit<Announcement, 'unread'>,
  open: (conversationId: string) => void,
): Promise<void> {
  const options: NotificationOptions = {
    body,
    tag,
    icon: '/icons/192.png',
    badge: '/icons/badge-96.png',
    data: { id, conversationId },
  };
  const worker = await activeWorker();
  if (worker) return worker.showNotification(title, options);
  const shown = new window.Notification(title, options);
  shown.onclick = () => {
    window.focus();
    if (conversationId !== null) open(conversationId);
    shown.close();
  };
}
