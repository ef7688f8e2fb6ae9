import { retryAfterMs } from '../carrier/vendor-call.ts';
import { createGuardedFetch, ForbiddenAddress, leadsOutside } from '../guarded-fetch.ts';
import type { WebhookAnswer, WebhookPoster } from './port.ts';

const TIMEOUT_MS = 15_000;
const KEPT_BYTES = 1024;
const HEADERS = { 'content-type': 'application/json', 'user-agent': 'Hiretext-Webhooks/1' };

export function createWebhookPoster(options: {
  /** For local mode. */
  allowLoopback: boolean;
  waits: readonly number[] | null;
  clock: () => Date;
  timeoutMs?: number;
}): WebhookPoster {
  const { allowLoopback, waits, clock, timeoutMs = TIMEOUT_MS } = options;
  const guardedFetch = createGuardedFetch({
    allowLoopback,
    timeoutMs,
    maxBytes: KEPT_BYTES,
    cuts: true,
    keepsConnections: true,
  });

  return {
    waits,
    isPermitted: (url) => leadsOutside(url, { allowLoopback }),
    post: async (url, { headers, body }): Promise<WebhookAnswer> => {
      try {
        const answer = await guardedFetch(url, { method: 'POST', headers: { ...HEADERS, ...headers }, body });
        const response = new TextDecoder().decode(await answer.arrayBuffer());
        return {
          status: answer.status,
          response: response.replaceAll('\u0000', ''),
          retryAfterMs: retryAfterMs(answer.headers, clock()),
        };
      } catch (error) {
        return { status: null, response: reasonOf(error), retryAfterMs: null };
      }
    },
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof ForbiddenAddress) return 'Not sent: the address leads into a private network.';
  if (error instanceof Error && error.name === 'TimeoutError') return 'No answer within 15 seconds.';
  return 'The connection failed.';
}
