import { type Db, inTransaction } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { Failure } from '../../../failure.ts';
import { publish } from '../../../live/publish.ts';
import { recordOptOut } from '../../consent/record-consent.ts';
import { consentChanged } from './consent-changed.ts';
import { insertHoldReview } from './hold-reviews.ts';
import { takeHold } from './store.ts';

/** A person has read the held text: either it was an opt-out, or the conversation continues. The first of two colleagues decides. */
export async function reviewHold(
  db: Db,
  deps: Deps,
  who: { accountId: string; userId: string },
  conversationId: string,
  decision: { optOut: boolean },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const held = await takeHold(tx, who.accountId, conversationId);
    if (held === undefined) throw new Failure('not_held');
    const at = deps.clock();
    await insertHoldReview(tx, {
      ...who,
      id: deps.newId(),
      candidateId: held.candidateId,
      wording: held.body ?? '',
      kind: held.kind,
      optedOut: decision.optOut,
      at,
    });
    if (decision.optOut) {
      await recordOptOut(
        tx,
        {
          accountId: who.accountId,
          phoneNumber: held.phoneNumber,
          source: 'reviewed',
          wording: held.body,
          actorUserId: who.userId,
          at,
        },
        deps.newId,
      );
      await consentChanged(tx, who.accountId, held.phoneNumber, 'optedOut');
    } else {
      await publish(tx, [
        { accountId: who.accountId, kind: 'conversation.updated', subjectId: conversationId },
      ]);
    }
  });
}
