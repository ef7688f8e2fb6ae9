import type { Event } from '../../../contract/events.ts';
import type { Deps } from '../../deps.ts';
import { afterFailure, isDelivered, nextAttemptAt, RETRY_SECONDS } from './rules.ts';
import { signedHeaders } from './sign.ts';
import type { DueDelivery, Outcome } from './store.ts';

export interface Attempted {
  outcome: Outcome;
  /** What the endpoint comes to; null: the receiver has it. */
  failure: ReturnType<typeof afterFailure> | null;
}

/** One request to the receiver. It never throws: whatever goes wrong there is an outcome. */
export async function attempt(
  deps: Pick<Deps, 'clock' | 'sealer' | 'webhooks'>,
  delivery: DueDelivery,
  event: Event,
): Promise<Attempted> {
  const { accountId, endpointId, eventId, sentAgain, url, tries } = delivery;
  const at = deps.clock();
  const startedAt = performance.now();
  const body = JSON.stringify({
    type: event.type,
    timestamp: event.createdAt,
    data: event.data,
    id: event.id,
  });
  const secrets = [delivery.sealedSecret];
  if (delivery.sealedOldSecret !== null && delivery.rotatedUntil !== null && delivery.rotatedUntil > at)
    secrets.push(delivery.sealedOldSecret);
  const answer = await deps.webhooks.post(url, {
    headers: signedHeaders(
      { id: event.id, at, body },
      secrets.map((sealed) => deps.sealer.open(sealed)),
    ),
    body,
  });
  const now = deps.clock();
  const isDone = isDelivered(answer.status);
  const next = isDone
    ? null
    : nextAttemptAt(tries + 1, now, {
        retryAfterMs: answer.retryAfterMs ?? 0,
        chance: Math.random(),
        waits: deps.webhooks.waits ?? RETRY_SECONDS,
      });
  return {
    outcome: {
      accountId,
      endpointId,
      eventId,
      sentAgain,
      status: isDone ? 'delivered' : next === null ? 'failed' : 'waiting',
      nextAttemptAt: next,
      attempt: {
        at: at.toISOString(),
        status: answer.status,
        ms: Math.round(performance.now() - startedAt),
        response: answer.response,
      },
    },
    failure: isDone ? null : afterFailure(delivery, answer.status, now),
  };
}
