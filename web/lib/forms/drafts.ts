import { useSyncExternalStore } from 'react';
import { personalStorage } from '../personal-storage.ts';

/**
 * Unsent text, kept per person and thread until it is sent or the person signs out. A thread is a conversation, by its id, or
 * somebody with whom there is none yet, by their number.
 */
const PREFIX = 'draft:';

const listeners = new Set<() => void>();

/** Another tab's writing too. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

const keyOf = (userId: string, thread: string) => `${PREFIX}${userId}:${thread}`;

export function readDraft(userId: string, thread: string): string {
  return personalStorage.get(keyOf(userId, thread)) ?? '';
}

/** As it is now, while it is being written. */
export function useDraft(userId: string | undefined, thread: string): string {
  return useSyncExternalStore(subscribe, () => (userId ? readDraft(userId, thread) : ''));
}

export function keepDraft(userId: string, thread: string, text: string): void {
  if (text === '') personalStorage.remove(keyOf(userId, thread));
  else personalStorage.set(keyOf(userId, thread), text);
  for (const listener of listeners) listener();
}

/** What was begun below somebody's number goes on in the conversation with them, unless that has a draft of its own. */
export function moveDraft(userId: string, phoneNumber: string, conversationId: string): void {
  const text = readDraft(userId, phoneNumber);
  if (text !== '' && readDraft(userId, conversationId) === '') keepDraft(userId, conversationId, text);
  keepDraft(userId, phoneNumber, '');
}

export function clearDrafts(): void {
  personalStorage.removeAll(PREFIX);
}
