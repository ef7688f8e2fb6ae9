import { personalStorage } from '../personal-storage.ts';

/** Unsent text, kept per person and conversation until it is sent or the person signs out. */
const PREFIX = 'draft:';

const keyOf = (userId: string, conversationId: string) => `${PREFIX}${userId}:${conversationId}`;

export function readDraft(userId: string, conversationId: string): string {
  return personalStorage.get(keyOf(userId, conversationId)) ?? '';
}

export function keepDraft(userId: string, conversationId: string, text: string): void {
  if (text === '') personalStorage.remove(keyOf(userId, conversationId));
  else personalStorage.set(keyOf(userId, conversationId), text);
}

export function clearDrafts(): void {
  personalStorage.removeAll(PREFIX);
}
