/**
 * Whose sign-in waits for a code. It lives as long as the tab at most, and is forgotten with the session; a private
 * window may refuse storage, which costs no more than that a reload starts anew.
 */
const EMAIL = 'hiretext:email';
const MAILED_AT = 'hiretext:mailedAt';

let memory: { email: string; mailedAt: number } | null = null;

function stored(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function rememberedEmail(): string | null {
  return stored(EMAIL) ?? memory?.email ?? null;
}

/** When the last code was mailed, or 0. */
export function codeMailedAt(): number {
  return Number(stored(MAILED_AT) ?? memory?.mailedAt ?? 0);
}

export function rememberEmail(email: string, mailedAt = 0): void {
  memory = { email, mailedAt };
  try {
    sessionStorage.setItem(EMAIL, email);
    sessionStorage.setItem(MAILED_AT, String(mailedAt));
  } catch {
    // Full or refused: the memory serves until the page is left.
  }
}

export function forgetEmail(): void {
  memory = null;
  try {
    sessionStorage.removeItem(EMAIL);
    sessionStorage.removeItem(MAILED_AT);
  } catch {
    // Nothing was kept.
  }
}
