import type { LandlineOutcome } from './port-landlines.ts';
import { concludeFrom, type VendorReply, waitAfter } from './vendor-call.ts';

type Failed = LandlineOutcome<never>;

/** How a call about a hosted number has failed. `detail` is what the vendor says about it. */
export function failed(reply: VendorReply, detail: string): Failed {
  switch (concludeFrom(reply)) {
    case 'refused':
      return { outcome: 'refused', detail };
    case 'notReached':
      return { outcome: 'notReached', retryAfterMs: waitAfter(reply) };
    default:
      return { outcome: 'unknown' };
  }
}

/** The same of a call that came before the one that matters: even its unknown end is safe to try again. */
export function failedBeforeActing(reply: VendorReply, detail: string): Failed {
  const outcome = failed(reply, detail);
  return outcome.outcome === 'unknown' ? { outcome: 'notReached', retryAfterMs: waitAfter(reply) } : outcome;
}

/** What became of an order that was to be withdrawn; null when the vendor did not say. */
export function endOf(reply: VendorReply): 'gone' | 'kept' | null {
  const conclusion = concludeFrom(reply);
  if (conclusion === 'ok') return 'gone';
  if (reply.kind !== 'answered' || conclusion !== 'refused') return null;
  if (reply.status === 404) return 'gone';
  // Wrong credentials say nothing about the order.
  return [401, 403].includes(reply.status) ? null : 'kept';
}
