import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Media } from '../../../contract/media.ts';
import type { Message } from '../../../contract/messages.ts';
import type { BodyInput } from '../../../contract/route.ts';
import { routes } from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { onSessionEnd } from '../../lib/session/session.ts';
import { putMessage } from './message-cache.ts';

/**
 * Texts on their way from this page to the server. Each has one Idempotency-Key for good, so trying again after a lost
 * answer can't send it twice.
 */
export interface OutgoingText {
  key: string;
  conversationId: string;
  body: string;
  media: Media[];
  scheduledAt: string | undefined;
  undoSeconds: number;
  createdAt: string;
  /** What the thread held when this was sent: a server message not among them may be its twin. */
  knownIds: ReadonlySet<string>;
  failure: string | null;
}

let texts: readonly OutgoingText[] = [];
const listeners = new Set<() => void>();

function change(next: readonly OutgoingText[]) {
  texts = next;
  for (const listener of listeners) listener();
}

onSessionEnd(() => change([]));

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function useOutbox(): readonly OutgoingText[] {
  return useSyncExternalStore(subscribe, () => texts);
}

export function sendText(
  queryClient: QueryClient,
  text: Omit<OutgoingText, 'key' | 'createdAt' | 'failure'>,
): void {
  const outgoing = { ...text, key: crypto.randomUUID(), createdAt: new Date().toISOString(), failure: null };
  change([...texts, outgoing]);
  void post(queryClient, outgoing);
}

export function sendAgain(queryClient: QueryClient, key: string): void {
  const outgoing = texts.find((text) => text.key === key);
  if (!outgoing?.failure) return;
  change(texts.map((text) => (text.key === key ? { ...text, failure: null } : text)));
  void post(queryClient, outgoing);
}

export function discardText(key: string): void {
  change(texts.filter((text) => text.key !== key));
}

async function post(queryClient: QueryClient, text: OutgoingText): Promise<void> {
  const body: BodyInput<typeof routes.sendMessage> = {
    conversationId: text.conversationId,
    body: text.body,
    ...(text.media.length > 0 ? { mediaIds: text.media.map((media) => media.id) } : {}),
    ...(text.scheduledAt ? { scheduledAt: text.scheduledAt } : { undoSeconds: text.undoSeconds }),
  };
  try {
    const message = await call(routes.sendMessage, { body, idempotencyKey: text.key });
    putMessage(queryClient, message, 'reply');
    discardText(text.key);
  } catch (error) {
    const failure = error instanceof ApiError ? error.message : "This text couldn't be sent.";
    change(texts.map((other) => (other.key === text.key ? { ...other, failure } : other)));
  }
}

/** Those not yet among the server's messages: an event may bring the twin before the answer to the POST does. */
export function withoutTwins(
  outgoing: readonly OutgoingText[],
  messages: readonly Message[],
  userId: string | undefined,
): OutgoingText[] {
  const claimed = new Set<string>();
  return outgoing.filter((text) => {
    const twin = messages.find(
      (message) =>
        message.direction === 'outbound' &&
        message.sender?.id === userId &&
        message.body === text.body &&
        message.media.length === text.media.length &&
        !text.knownIds.has(message.id) &&
        !claimed.has(message.id),
    );
    if (twin) claimed.add(twin.id);
    return !twin;
  });
}
