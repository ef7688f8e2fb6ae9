import { personalStorage } from '../../../lib/personal-storage.ts';
import { createStore, useStore } from '../../../lib/store.ts';

/** How often someone uses keys before they know them. */
const LEARNED = 10;

/** Outlasts signing out, so the hints are gone for good. */
const keyOf = (userId: string) => `inboxKeysUsed:${userId}`;

const changes = createStore(0);

const usesOf = (userId: string) => Number(personalStorage.get(keyOf(userId)) ?? 0);

function keepUses(userId: string, uses: number): void {
  if (usesOf(userId) >= LEARNED) return;
  personalStorage.set(keyOf(userId), String(uses));
  changes.set(changes.get() + 1);
}

export const keyUsed = (userId: string): void => keepUses(userId, usesOf(userId) + 1);

/** The person has closed the hints. */
export const keysLearned = (userId: string): void => keepUses(userId, LEARNED);

export function useHasLearnedKeys(userId: string): boolean {
  useStore(changes);
  return usesOf(userId) >= LEARNED;
}
