import { type Db, inTransaction } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { Failure } from '../../../failure.ts';
import { publishConversations } from '../../../live/publish.ts';
import { enqueue } from '../../../queue/job.ts';
import { recordHold, recordOptOut } from '../../consent/record-consent.ts';
import { insertOptOut } from '../../consent/store.ts';
import { consentChanged } from './consent-changed.ts';
import { insertHoldReview } from './hold-reviews.ts';
import { takeHold } from './store.ts';
import {
  insertUndoable,
  readThreads,
  recordReview,
  settleOptOut,
  takeBackReview,
} from './undoable-opt-outs.ts';

interface Reviewer {
  accountId: string;
  userId: string;
}

/** Beyond what the person was offered, for an undo that is on its way. */
const GRACE_MS = 2000;

/** A person has read the held text: either it was an opt-out, or the conversation continues. The first of two colleagues decides. */
export async function reviewHold(
  db: Db,
  deps: Deps,
  who: Reviewer,
  conversationId: string,
  decision: { optOut: boolean; undoSeconds: number },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const isUndoable = decision.optOut && decision.undoSeconds > 0;
    const threads = isUndoable ? await readThreads(tx, who.accountId, conversationId) : [];
    const held = await takeHold(tx, who.accountId, conversationId);
    if (held === undefined) throw new Failure('not_held');
    const { accountId, userId } = who;
    const { phoneNumber } = held;
    const review = {
      ...held,
      accountId,
      id: deps.newId(),
      conversationId,
      wording: held.body ?? '',
      userId,
      at: deps.clock(),
    };
    if (!decision.optOut) {
      await insertHoldReview(tx, { ...review, optedOut: false });
      if (held.kind === 'hold')
        await recordHold(
          tx,
          { ...review, phoneNumber, wording: held.body, actorUserId: userId },
          'released',
          deps.newId,
        );
      await publishConversations(tx, accountId, [conversationId]);
      return;
    }
    const optOut = { accountId, phoneNumber, source: 'reviewed' as const, at: review.at };
    if (isUndoable && (await insertOptOut(tx, optOut))) {
      const undoUntil = new Date(review.at.getTime() + decision.undoSeconds * 1000 + GRACE_MS);
      await insertUndoable(tx, { ...review, undoUntil, threads });
      await enqueue(tx, [{ kind: settleOptOut, payload: { accountId, id: review.id }, runAt: undoUntil }]);
    } else {
      await insertHoldReview(tx, { ...review, optedOut: true });
      await recordOptOut(tx, { ...optOut, wording: held.body, actorUserId: userId }, deps.newId);
    }
    await consentChanged(tx, deps, accountId, phoneNumber, 'optedOut');
  });
}

/** By the person who decided it, as long as it can be undone and the candidate hasn't opted out themselves since. */
export async function undoReview(db: Db, deps: Deps, who: Reviewer, conversationId: string): Promise<void> {
  const isUndone = await inTransaction(db, (tx) => takeBackReview(tx, deps, { ...who, conversationId }));
  if (!isUndone) throw new Failure('review_final');
}

export async function runSettleOptOut(deps: Deps, job: { accountId: string; id: string }): Promise<void> {
  await inTransaction(deps.db, (tx) => recordReview(tx, job, deps.newId));
}
