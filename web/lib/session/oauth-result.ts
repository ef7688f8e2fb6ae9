import { personalStorage } from '../personal-storage.ts';

/**
 * How the pop-up in which an ATS asks for consent ended, told to the window that opened it. Through local storage: the
 * pop-up has been at the ATS in between, so neither window knows the other any more.
 */
const KEY = 'oauthResult';

export interface OauthResult {
  outcome: 'success' | 'failure';
  /** Which ATS, as the way back named it; null when it named none. */
  atsType: string | null;
  /** Milliseconds since 1970: the same outcome twice is told twice. */
  at: number;
}

export function leaveOauthResult(outcome: OauthResult['outcome'], atsType: string | null): void {
  personalStorage.set(KEY, JSON.stringify({ outcome, atsType, at: Date.now() } satisfies OauthResult));
}

/** The result that waits, which is taken away by that. */
export function takeOauthResult(): OauthResult | null {
  const result = readResult(personalStorage.get(KEY));
  personalStorage.remove(KEY);
  return result;
}

/**
 * Tells the window that opened the pop-up how it ended. Anybody can open the address of a success: ask the server what is
 * connected before believing one.
 */
export function onOauthResult(told: (result: OauthResult) => void): () => void {
  return personalStorage.watch(KEY, (value) => {
    const result = readResult(value);
    if (result === null) return;
    personalStorage.remove(KEY);
    told(result);
  });
}

function readResult(value: string | null): OauthResult | null {
  if (value === null) return null;
  try {
    const { outcome, atsType, at }: Partial<Record<keyof OauthResult, unknown>> = JSON.parse(value) ?? {};
    if ((outcome !== 'success' && outcome !== 'failure') || typeof at !== 'number') return null;
    return { outcome, atsType: typeof atsType === 'string' ? atsType : null, at };
  } catch {
    return null;
  }
}
