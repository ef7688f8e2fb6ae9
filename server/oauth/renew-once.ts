import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../deps.ts';
import { claim } from '../queue/claim.ts';

/** Longer than getting tokens can take: a process that holds it longer is dead. */
const RENEWING_MS = 30_000;
const LOOK_AGAIN_MS = 150;

interface WithTokens {
  tokens: { accessToken: string } | null;
}

/** Where access is kept while it's in use. */
export interface Keeper<A extends WithTokens> {
  /** What is claimed meanwhile. */
  name: string;
  /** Null: the connection is no longer there. */
  read(): Promise<A | null>;
  write(access: A): Promise<void>;
}

/**
 * One at a time, over all processes: the second caller uses what the first got, since a refresh token is often good for
 * one use only. It is kept before anyone uses it. Returns `gone` without a connection, and `busy` when none finishes in time.
 */
export async function renewOnce<A extends WithTokens>(
  deps: Pick<Deps, 'db' | 'clock'>,
  keeper: Keeper<A>,
  refused: A,
  getTokens: (kept: A) => Promise<A['tokens']>,
): Promise<A | 'gone' | 'busy'> {
  const end = performance.now() + RENEWING_MS;
  for (;;) {
    const claimed = await claim(deps, keeper.name, RENEWING_MS);
    if (typeof claimed === 'string') {
      if (performance.now() > end) return 'busy';
      await sleep(LOOK_AGAIN_MS);
      continue;
    }
    try {
      const kept = await keeper.read();
      if (kept === null) return 'gone';
      if (kept.tokens !== null && kept.tokens.accessToken !== refused.tokens?.accessToken) return kept;
      const next = { ...kept, tokens: await getTokens(kept) };
      await keeper.write(next);
      return next;
    } finally {
      await claimed.free();
    }
  }
}
