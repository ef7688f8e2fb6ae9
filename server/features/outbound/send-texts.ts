import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { jobKind } from '../../jobs/job.ts';
import { lockMessage } from '../conversations/message-store.ts';
import { listMediaOf } from '../media/store.ts';
import { carrierMediaUrl } from '../media/urls.ts';
import { type ClaimedText, claimText, findLostClaims, findOverdueNumbers, findSilent } from './claim-text.ts';
import { enqueueNumber } from './send-queue.ts';
import { ASKED_FOR_MS, enqueueSettling, markUnknown, recordOutcome } from './settle-text.ts';

/** A job gives its place to other numbers after this. */
const TURN_MS = 5000;
/** Shorter pauses are waited for; for longer ones the number comes back later. */
const SHORT_PAUSE_MS = 300;

/**
 * The job of one number: sends what is due, one text after the other, at the carrier's pace. When others may take the job
 * over (`lost`), its turn ends too, so that the number has one sender.
 */
export async function sendTexts(
  deps: Deps,
  number: { accountId: string; numberId: string },
  lost?: AbortSignal,
): Promise<void> {
  const turnEnds = Date.now() + TURN_MS;
  const isOver = () => lost?.aborted === true || Date.now() > turnEnds;
  for (;;) {
    const claim = await claimText(deps, number);
    if (claim === 'nothing due') return;
    if (claim === 'settled') continue;
    if ('waitUntil' in claim) {
      const pauseMs = Math.max(0, claim.waitUntil.getTime() - deps.clock().getTime());
      if (pauseMs > SHORT_PAUSE_MS || isOver()) {
        await enqueueNumber(deps.db, number, claim.waitUntil);
        return;
      }
      await sleep(pauseMs);
      continue;
    }
    // The carrier was busy: the number has a job for later.
    if ((await sendOne(deps, claim.text)) !== null) return;
    if (isOver()) {
      await enqueueNumber(deps.db, number, deps.clock());
      return;
    }
  }
}

async function sendOne(deps: Deps, text: ClaimedText): Promise<Date | null> {
  const media = await listMediaOf(deps.db, text.accountId, [text.id]);
  const mediaUrls = await Promise.all(media.map((item) => carrierMediaUrl(deps, text.accountId, item)));
  const outcome = await deps.carrier
    .send({
      messageId: text.id,
      from: text.from,
      to: text.to,
      body: text.body,
      mediaUrls,
      statusUrl: `${deps.publicUrl}/webhooks/${deps.carrier.name}/status/${text.accountId}/${text.id}`,
    })
    .catch((error: unknown) => {
      // An adapter does not throw; if it does, nobody knows how far it got.
      deps.log.error({ err: error, messageId: text.id }, 'sending broke off');
      return { outcome: 'unknown' as const };
    });
  deps.metrics.carrierAnswered(outcome);
  return recordOutcome(deps, text, outcome);
}

/** Finds what got lost: numbers without their job, and texts whose process died while sending. */
export const sweepTexts = jobKind({ name: 'sweepTexts', payload: z.unknown(), maxAttempts: 1 });

/** Longer than the longest call to a carrier. */
const LOST_AFTER_MS = 30_000;
const OVERDUE_AFTER_MS = 30_000;
/** Receipts of most texts come within seconds, and one that was lost doesn't come again. */
const SILENT_AFTER_MS = 120_000;
const SWEEP_LIMIT = 500;

export async function runSweepTexts(deps: Deps): Promise<void> {
  const now = deps.clock();
  const overdue = await findOverdueNumbers(deps.db, new Date(now.getTime() - OVERDUE_AFTER_MS), SWEEP_LIMIT);
  for (const number of overdue) await enqueueNumber(deps.db, number, now);

  const lost = await findLostClaims(deps.db, new Date(now.getTime() - LOST_AFTER_MS), SWEEP_LIMIT);
  for (const { accountId, id } of lost) {
    await inTransaction(deps.db, async (tx) => {
      const message = await lockMessage(tx, accountId, id);
      if (message?.status === 'sending' && message.carrierId === null)
        await markUnknown(tx, deps, { accountId, id });
    });
  }

  const claimed = {
    after: new Date(now.getTime() - ASKED_FOR_MS),
    before: new Date(now.getTime() - SILENT_AFTER_MS),
  };
  const silent = await findSilent(deps.db, claimed, SWEEP_LIMIT);
  for (const text of silent) await enqueueSettling(deps.db, text, now);
}
