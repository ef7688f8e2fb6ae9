import { useSyncExternalStore } from 'react';
import { personalStorage } from '../personal-storage.ts';

/**
 * Unsent text, kept per person and thread until it is sent or the person signs out. A thread is a conversation, by its id, or
 * someone with whom there is none yet, by their number.
 */
const PREFIX = 'draft:';
/** Of texts that were sent and that the server hasn't taken; the outbox keeps them. */
export const UNSENT = 'unsent:';

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
const originKeyOf = (userId: string, thread: string) => `${keyOf(userId, thread)}:origin`;

/** What unsent text began from; the server gets it with the text. */
export interface Origin {
  /** With what was inserted. */
  template?: { id: string; text: string } | undefined;
  draftId?: string | undefined;
}

export function readDraft(userId: string, thread: string): string {
  return personalStorage.get(keyOf(userId, thread)) ?? '';
}

export function readOrigin(userId: string, thread: string): Origin {
  const kept = personalStorage.get(originKeyOf(userId, thread));
  return kept === null ? {} : (JSON.parse(kept) as Origin);
}

/** What the server was last known to have of it. */
export interface Base {
  body: string;
  mediaIds: string[];
  version: number;
}

const baseKeyOf = (userId: string, thread: string) => `${keyOf(userId, thread)}:base`;

export function readBase(userId: string, thread: string): Base | null {
  const kept = personalStorage.get(baseKeyOf(userId, thread));
  return kept === null ? null : (JSON.parse(kept) as Base);
}

/** Nothing is kept of what is empty, or no longer here, as after signing out. */
export function keepBase(userId: string, thread: string, { body, mediaIds, version }: Base): void {
  if (body !== readDraft(userId, thread) || (body === '' && mediaIds.length === 0))
    personalStorage.remove(baseKeyOf(userId, thread));
  else personalStorage.set(baseKeyOf(userId, thread), JSON.stringify({ body, mediaIds, version }));
}

/** As it is now, while it is being written. */
export function useDraft(userId: string | undefined, thread: string): string {
  return useSyncExternalStore(subscribe, () => (userId ? readDraft(userId, thread) : ''));
}

export function keepDraft(userId: string, thread: string, text: string, origin: Origin = {}): void {
  if (text === '') personalStorage.remove(keyOf(userId, thread));
  else personalStorage.set(keyOf(userId, thread), text);
  if (origin.template || origin.draftId)
    personalStorage.set(originKeyOf(userId, thread), JSON.stringify(origin));
  else personalStorage.remove(originKeyOf(userId, thread));
  for (const listener of listeners) listener();
}

/** What comes back goes above what has been written since. */
export function joinDrafts(back: string, written: string): string {
  return written.trim() === '' ? back : `${back}\n${written}`;
}

/** Moves a draft from a phone number to the conversation with it, unless that already has one. */
export function moveDraft(userId: string, phoneNumber: string, conversationId: string): void {
  const text = readDraft(userId, phoneNumber);
  if (text !== '' && readDraft(userId, conversationId) === '')
    keepDraft(userId, conversationId, text, readOrigin(userId, phoneNumber));
  keepDraft(userId, phoneNumber, '');
}

/** Texts of this browser that would be lost by signing out. */
export const countUnsent = (): number => personalStorage.list(UNSENT).length;

export function clearDrafts(): void {
  personalStorage.removeAll(PREFIX);
  personalStorage.removeAll(UNSENT);
}
