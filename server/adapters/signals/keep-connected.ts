import { setTimeout as wait } from 'node:timers/promises';

const SHORTEST_WAIT_MS = 250;
/** So that a node hears again within seconds after a standby was promoted. */
const LONGEST_WAIT_MS = 2000;

export interface Connected {
  /** Resolves when the connection has ended, however that came. */
  ended: Promise<void>;
}

/** One connection at a time, and one attempt: after an outage every node comes back, each at its own moment. */
export async function keepConnected(
  first: Connected | null,
  {
    open,
    failed,
    closing,
  }: { open(): Promise<Connected>; failed(error: unknown): void; closing: AbortSignal },
): Promise<void> {
  await first?.ended;
  for (let tries = 0; !closing.aborted; tries += 1) {
    const longest = Math.min(LONGEST_WAIT_MS, SHORTEST_WAIT_MS * 2 ** tries);
    await wait(longest * (0.5 + Math.random() / 2), null, { signal: closing }).catch(() => {});
    if (closing.aborted) return;
    try {
      const { ended } = await open();
      tries = -1;
      await ended;
    } catch (error) {
      failed(error);
    }
  }
}
