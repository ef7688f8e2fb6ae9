import { personalStorage } from '../personal-storage.ts';

/**
 * Passes the outcome of a vendor's consent pop-up to the window that opened it. Through local storage: the pop-up has been
 * at the vendor in between, so neither window knows the other anymore.
 */
const KEYS = { ats: 'oauthResult', calendar: 'calendarOauthResult' } as const;

/** What was to be connected: a system of the company, or a person's calendar. */
export type OauthPurpose = keyof typeof KEYS;

export interface OauthResult {
  outcome: 'success' | 'failure';
  /** Which ATS or calendar provider, as the way back named it; null when it named none. */
  vendor: string | null;
  /** Milliseconds since 1970, so that the same outcome twice is two events. */
  at: number;
}

export function leaveOauthResult(
  purpose: OauthPurpose,
  outcome: OauthResult['outcome'],
  vendor: string | null,
): void {
  personalStorage.set(
    KEYS[purpose],
    JSON.stringify({ outcome, vendor, at: Date.now() } satisfies OauthResult),
  );
}

/** The result that waits, which is taken away by that. */
export function takeOauthResult(purpose: OauthPurpose): OauthResult | null {
  const result = readResult(personalStorage.get(KEYS[purpose]));
  personalStorage.remove(KEYS[purpose]);
  return result;
}

/**
 * Notifies the window that opened the pop-up how it ended. Anyone can open the address of a success: ask the server what
 * is connected before believing one.
 */
export function onOauthResult(purpose: OauthPurpose, listener: (result: OauthResult) => void): () => void {
  return personalStorage.watch(KEYS[purpose], (value) => {
    const result = readResult(value);
    if (result === null) return;
    personalStorage.remove(KEYS[purpose]);
    listener(result);
  });
}

function readResult(value: string | null): OauthResult | null {
  if (value === null) return null;
  try {
    const { outcome, vendor, at }: Partial<Record<keyof OauthResult, unknown>> = JSON.parse(value) ?? {};
    if ((outcome !== 'success' && outcome !== 'failure') || typeof at !== 'number') return null;
    return { outcome, vendor: typeof vendor === 'string' ? vendor : null, at };
  } catch {
    return null;
  }
}
