import { personalStorage } from '../personal-storage.ts';
import { forgetEmail } from './remembered-email.ts';

/** The session of this browser: the token and when it expires. */
const TOKEN = 'token';
const EXPIRES_AT = 'expiresAt';
/** The person left on purpose: the next one to sign in here starts at the beginning, in other tabs too. */
const HAS_LEFT = 'hasLeft';

/** In one tab only: staff impersonate someone there, and are themselves in all others. */
const IMPERSONATION = 'hiretext:impersonation';

const onEnd = new Set<() => void>();
const onOther = new Set<() => void>();
const onRefused = new Set<(token: string) => void>();
interface Held {
  token: string;
  expiresAt: number;
}

let memory: Held | null = null;
/** They left on this page: going back from sign-in leads to what they left, which isn't for the next person either. */
let hasLeftThisPage = false;

/** The token, or null when there is none or its time is over. */
export function sessionToken(now = Date.now()): string | null {
  const other = impersonation();
  if (other !== null) return other.expiresAt > now ? other.token : null;
  const token = personalStorage.get(TOKEN) ?? memory?.token ?? null;
  const expiresAt = Number(personalStorage.get(EXPIRES_AT) ?? memory?.expiresAt ?? 0);
  return token !== null && expiresAt > now ? token : null;
}

/** A token that can't be used anymore: it has expired, or its time isn't known. */
export function expiredToken(): string | null {
  return impersonation() === null && sessionToken() === null ? personalStorage.get(TOKEN) : null;
}

export function startSession(reply: { id_token: string; expires_in: number }, now = Date.now()): void {
  memory = { token: reply.id_token, expiresAt: now + reply.expires_in * 1000 };
  personalStorage.remove(HAS_LEFT);
  hasLeftThisPage = false;
  forgetEmail();
  personalStorage.set(TOKEN, memory.token);
  personalStorage.set(EXPIRES_AT, String(memory.expiresAt));
}

/** Staff impersonate someone in this tab. */
export function impersonate(reply: { id_token: string; expires_in: number }, now = Date.now()): void {
  const other: Held = { token: reply.id_token, expiresAt: now + reply.expires_in * 1000 };
  sessionStorage.setItem(IMPERSONATION, JSON.stringify(other));
  tellOther();
}

/** Ends the impersonation in this tab. */
export function lookAway(): void {
  if (impersonation() === null) return;
  try {
    sessionStorage.removeItem(IMPERSONATION);
  } catch {
    // Nothing was kept.
  }
  tellOther();
}

export function isImpersonating(): boolean {
  return impersonation() !== null;
}

function impersonation(): Held | null {
  try {
    const kept = sessionStorage.getItem(IMPERSONATION);
    return kept === null ? null : (JSON.parse(kept) as Held);
  } catch {
    return null;
  }
}

/** The session with which something was asked is over; by the time that is known, this tab may have another one. */
export function endSessionOf(token: string | null): void {
  const held = impersonation()?.token ?? personalStorage.get(TOKEN) ?? memory?.token ?? null;
  const isStillIt = token === null ? sessionToken() === null : token === held;
  if (isStillIt) endSession();
}

/** As `endSession`, by the person's own wish. */
export function leaveSession(): void {
  if (!isImpersonating()) {
    personalStorage.set(HAS_LEFT, 'yes');
    hasLeftThisPage = true;
  }
  endSession();
}

/** The last session here ended by the person's own wish. */
export const hasLeft = (): boolean => personalStorage.get(HAS_LEFT) !== null;

/** The person left on this page. A link opened later still leads where it points. */
export const hasLeftHere = (): boolean => hasLeftThisPage;

export function endSession(): void {
  // The impersonation ends, not the person's own session.
  if (impersonation() !== null) {
    lookAway();
    for (const listener of onEnd) listener();
    return;
  }
  memory = null;
  forgetEmail();
  personalStorage.remove(TOKEN);
  personalStorage.remove(EXPIRES_AT);
  for (const listener of onEnd) listener();
}

/** Called when this tab continues as someone else: nothing started for the previous person may continue. */
export function onOtherPerson(listener: () => void): () => void {
  onOther.add(listener);
  return () => {
    onOther.delete(listener);
  };
}

function tellOther(): void {
  for (const listener of onOther) listener();
}

/** Called when a session, perhaps someone else's, begins in another tab. */
export function onSessionReplaced(listener: () => void): () => void {
  return personalStorage.watch(TOKEN, (value, before) => {
    if (value === null || before === null || value === before) return;
    lookAway();
    memory = null;
    listener();
  });
}

/** Called when the session ends here or in another tab. */
export function onSessionEnd(listener: () => void): () => void {
  onEnd.add(listener);
  const unwatch = personalStorage.watch(TOKEN, (value) => {
    if (value === null) {
      lookAway();
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

/** The account requires a second step, and the server answers nothing else before the person has one. */
const onRequired = new Set<() => void>();

export function onMfaRequired(listener: () => void): () => void {
  onRequired.add(listener);
  return () => {
    onRequired.delete(listener);
  };
}

export function tellMfaRequired(): void {
  for (const listener of onRequired) listener();
}
