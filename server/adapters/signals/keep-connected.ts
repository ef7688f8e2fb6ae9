import { setTimeout as wait } from 'node:timers/promises';

const SHORTEST_WAIT_MS = 250;
/** So that a node hears again within seconds after a standby was promoted. */
const LONGEST_WAIT_MS = 2000;

export interface Connected {
  /** Resolves when the connection has ended, however that came. */
  ended: Promise<void>;
}

/**
 * One connection at a time, and one attempt: after an outage every node comes back, each at its own moment. `failed` hears of each
 * reason once, and `restored` when it works after that: a log of each attempt would hide everything else.
 */
export async function keepConnected(
  first: Promise<Connected>,
  {
    open,
    failed,
    restored,
    closing,
  }: {
    open(): Promise<Connected>;
    failed(error: unknown): void;
    restored(): void;
    closing: AbortSignal;
  },
): Promise<void> {
  let reason: string | null = null;
  let tries = 0;
  for (let attempt = first; ; attempt = open()) {
    try {
      const { ended } = await attempt;
      if (reason !== null) restored();
      reason = null;
      tries = 0;
      await ended;
    } catch (error) {
      if (String(error) !== reason) failed(error);
      reason = String(error);
    }
    const longest = Math.min(LONGEST_WAIT_MS, SHORTEST_WAIT_MS * 2 ** tries);
    tries += 1;
    await wait(longest * (0.5 + Math.random() / 2), null, { signal: closing }).catch(() => {});
    if (closing.aborted) return;
  }
}
