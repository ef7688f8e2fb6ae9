import { setTimeout as sleep } from 'node:timers/promises';
import type { SendOutcome } from '../../../adapters/carrier/port.ts';
import type { Deps } from '../../../deps.ts';
import { traced } from '../../../tracing/spans.ts';
import { listMediaOf } from '../../media/store.ts';
import { carrierMediaUrl } from '../../media/urls.ts';
import { carrierOf } from './choose-carrier.ts';
import { type ClaimedText, claimText } from './claim-text.ts';
import { recordOutcome } from './settle-text.ts';

/** After this it's another number's turn. */
const TURN_MS = 1000;
/** Shorter pauses are waited for; after longer ones the number comes back later. */
const SHORT_PAUSE_MS = 300;

/**
 * The turn of one number: sends what is due, one text after the other, at the carrier's pace. It also ends when another may
 * become the number's sender (`over`).
 */
export async function sendTexts(
  deps: Deps,
  number: { accountId: string; numberId: string },
  over?: AbortSignal,
): Promise<void> {
  const turnEnds = Date.now() + TURN_MS;
  while (over?.aborted !== true && Date.now() < turnEnds) {
    const claim = await claimText(deps, number);
    if (claim === 'nothing due') return;
    if (claim === 'settled') continue;
    if ('waitUntil' in claim) {
      const pauseMs = claim.waitUntil.getTime() - deps.clock().getTime();
      if (pauseMs > SHORT_PAUSE_MS) return;
      await sleep(Math.max(0, pauseMs));
      continue;
    }
    const { text } = claim;
    const sent = await traced(deps.tracer, 'send text', { messageId: text.id }, () => sendOne(deps, text));
    if (sent === 'busy') return;
  }
}

async function sendOne(deps: Deps, text: ClaimedText): Promise<'busy' | 'over'> {
  const outcome = await handOver(deps, text);
  if (!text.isSandbox) deps.metrics.carrierAnswered(outcome);
  return recordOutcome(deps, text, outcome);
}

async function handOver(deps: Deps, text: ClaimedText): Promise<SendOutcome> {
  const carrier = carrierOf(deps, text);
  if (carrier === null) {
    deps.log.error({ messageId: text.id }, 'a text and its number disagree on whether it is a test');
    return { outcome: 'refused', errorCode: 'sender_not_usable', carrierCode: null };
  }
  const media = await listMediaOf(deps.db, text.accountId, [text.id]);
  const mediaUrls = await Promise.all(media.map((item) => carrierMediaUrl(deps, text.accountId, item)));
  return carrier
    .send({
      messageId: text.id,
      from: text.from,
      to: text.to,
      body: text.body,
      mediaUrls,
      statusUrl: `${deps.publicUrl}/webhooks/${carrier.name}/status/${text.accountId}/${text.id}`,
      accountId: text.accountId,
      isConfirmation: text.isConfirmation,
    })
    .catch((error: unknown) => {
      // An adapter does not throw; if it does, it's unknown how far it got.
      deps.log.error({ err: error, messageId: text.id }, 'sending broke off');
      return { outcome: 'unknown' as const };
    });
}
