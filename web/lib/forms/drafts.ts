import { personalStorage } from '../personal-storage.ts';

/**
 * Unsent text, kept per person and thread until it is sent or the person signs out. A thread is a conversation, by its id, or
 * somebody with whom there is none yet, by their number.
 */
const PREFIX = 'draft:';

const keyOf = (userId: string, thread: string) => `${PREFIX}${userId}:${thread}`;

export function readDraft(userId: string, thread: string): string {
  return personalStorage.get(keyOf(userId, thread)) ?? '';
}

export function keepDraft(userId: string, thread: string, text: string): void {
  if (text === '') personalStorage.remove(keyOf(userId, thread));
  else personalStorage.set(keyOf(userId, thread), text);
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
