import type { MfaMethod } from '../../../contract/auth.ts';

/**
 * Whose sign-in waits for a second step, and which would do. It lives as long as the tab at most, and is forgotten with the
 * session; a private window may refuse storage, which only means that a reload starts over.
 */
interface Waiting {
  email: string;
  /** The one that is asked for comes first. */
  methods: MfaMethod[];
  /** When the last code was mailed, or 0. */
  mailedAt: number;
}

const EMAIL = 'hiretext:email';
const METHODS = 'hiretext:mfaMethods';
const MAILED_AT = 'hiretext:mailedAt';

let memory: Waiting | null = null;

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

const known: readonly string[] = ['email', 'authenticator', 'passkey'] satisfies MfaMethod[];

export function rememberedMethods(): MfaMethod[] {
  const found = stored(METHODS)?.split(',') ?? memory?.methods ?? [];
  const methods = found.filter((method): method is MfaMethod => known.includes(method));
  return methods.length > 0 ? methods : ['email'];
}

/** When the last code was mailed, or 0. */
export function codeMailedAt(): number {
  return Number(stored(MAILED_AT) ?? memory?.mailedAt ?? 0);
}

export function rememberEmail(
  email: string,
  { methods = ['email'], mailedAt = 0 }: Partial<Omit<Waiting, 'email'>> = {},
): void {
  memory = { email, methods, mailedAt };
  try {
    sessionStorage.setItem(EMAIL, email);
    sessionStorage.setItem(METHODS, methods.join(','));
    sessionStorage.setItem(MAILED_AT, String(mailedAt));
  } catch {
    // Full or refused: the memory serves until the page is left.
  }
}

export function forgetEmail(): void {
  memory = null;
  try {
    for (const key of [EMAIL, METHODS, MAILED_AT]) sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
