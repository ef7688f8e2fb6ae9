import type { QueryClient } from '@tanstack/react-query';
import type { Message } from '../../../contract/messages.ts';
import { candidateName } from '../../../contract/person-name.ts';
import type { User } from '../../../contract/users.ts';
import { personalStorage } from '../../lib/personal-storage.ts';
import { activeWorker } from '../../lib/service-worker.ts';
import { conversationQuery, isInInboxOf } from '../messages/conversation-cache.ts';
import { callNames } from '../messages/thread/call-words.ts';
import { browserPermission } from './browser-permission.ts';
import { chime } from './chime.ts';

const ANNOUNCED = 'announced';
const MOST_CHARACTERS = 140;

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
  const { browser, sound, hideText } = user.notifications;
  const inSight = document.visibilityState === 'visible';
  if (inSight && openId === message.conversationId && document.hasFocus()) return;
  const conversation = await queryClient.fetchQuery(conversationQuery(message.conversationId));
  if (!isInInboxOf(user, conversation)) return;
  if (personalStorage.get(ANNOUNCED) === message.id) return;
  personalStorage.set(ANNOUNCED, message.id);
  if (sound) void chime().catch(() => {});
  if (!browser || inSight || browserPermission() !== 'granted') return;

  const title = candidateName(conversation.candidate);
  const options: NotificationOptions = {
    body: wordsOf(message, hideText),
    // The next one of the same candidate takes its place.
    tag: message.conversationId,
    icon: '/icons/192.png',
    badge: '/icons/badge-96.png',
    data: { conversationId: message.conversationId },
  };
  const worker = await activeWorker();
  if (worker) return worker.showNotification(title, options);
  const shown = new Notification(title, options);
  shown.onclick = () => {
    window.focus();
    open(message.conversationId);
    shown.close();
  };
}

function wordsOf(message: Message, hideText: boolean): string {
  if (message.call) return callNames[message.call.outcome];
  if (hideText) return 'New text';
  return message.body.slice(0, MOST_CHARACTERS) || 'Sent a picture';
}
