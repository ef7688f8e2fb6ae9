import { personalStorage } from './personal-storage.ts';
import { forgetEmail } from './remembered-email.ts';

/** The session of this browser: the token and when it expires. */
const TOKEN = 'token';
const EXPIRES_AT = 'expiresAt';

const onEnd = new Set<() => void>();
const onRefused = new Set<(token: string) => void>();
let memory: { token: string; expiresAt: number } | null = null;

/** The token, or null when there is none or its time is over. */
export function sessionToken(now = Date.now()): string | null {
  const token = personalStorage.get(TOKEN) ?? memory?.token ?? null;
  const expiresAt = Number(personalStorage.get(EXPIRES_AT) ?? memory?.expiresAt ?? 0);
  return token !== null && expiresAt > now ? token : null;
}

export function startSession(reply: { id_token: string; expires_in: number }, now = Date.now()): void {
  memory = { token: reply.id_token, expiresAt: now + reply.expires_in * 1000 };
  forgetEmail();
  personalStorage.set(TOKEN, memory.token);
  personalStorage.set(EXPIRES_AT, String(memory.expiresAt));
}

export function endSession(): void {
  memory = null;
  forgetEmail();
  personalStorage.remove(TOKEN);
  personalStorage.remove(EXPIRES_AT);
  for (const listener of onEnd) listener();
}

/** Called when the session ends here or in another tab. */
export function onSessionEnd(listener: () => void): () => void {
  onEnd.add(listener);
  const unwatch = personalStorage.watch(TOKEN, (value) => {
    if (value === null) {
      memory = null;
      forgetEmail();
      listener();
    }
  });
  return () => {
    onEnd.delete(listener);
    unwatch();
  };
}

/** A sign-in was refused because the person has asked to be deleted; with the token they can take that back. */
export function refuseDeleted(token: string): void {
  for (const listener of onRefused) listener(token);
}

export function onDeletedRefused(listener: (token: string) => void): () => void {
  onRefused.add(listener);
  return () => onRefused.delete(listener);
}
