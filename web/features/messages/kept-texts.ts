import { UNSENT } from '../../lib/forms/drafts.ts';
import { personalStorage } from '../../lib/personal-storage.ts';
import type { OutgoingText } from './outgoing-text.ts';

/** The outbox in this browser, so that a text outlives a reload, a crash and a session that expires. Signing out clears it. */

const prefixOf = (userId: string) => `${UNSENT}${userId}:`;

export function keepText(userId: string, text: OutgoingText): void {
  personalStorage.set(prefixOf(userId) + text.key, JSON.stringify(text));
}

export function forgetText(userId: string, key: string): void {
  personalStorage.remove(prefixOf(userId) + key);
}

export function keptText(userId: string, key: string): OutgoingText | null {
  const kept = personalStorage.get(prefixOf(userId) + key);
  return kept === null ? null : (JSON.parse(kept) as OutgoingText);
}

/** Calls back with the key of each text that is kept, in the order in which they were written, and as other tabs keep more. */
export function watchKept(userId: string, found: (key: string) => void): () => void {
  const kept = personalStorage.list(prefixOf(userId)).flatMap((key) => keptText(userId, key) ?? []);
  for (const { key } of kept.sort((one, other) => one.writtenAt - other.writtenAt)) found(key);
  return personalStorage.watchAll(prefixOf(userId), found);
}

/**
 * Runs when no other tab has the text: at once, or as soon as the tab that has it is closed. This tab has it until the promise
 * settles. Without locks (a page without HTTPS), every tab has it, and its Idempotency-Key still sends it only once.
 */
export function whenOurs(key: string, run: () => Promise<void>): void {
  if (navigator.locks) void navigator.locks.request(`hiretext:${UNSENT}${key}`, run);
  else void run();
}
