import { sql } from 'kysely';
import type { HoldKind } from '../../../../contract/conversations.ts';
import type { Db, Tx } from '../../../db/connection.ts';
import { sweepRows } from '../../../db/sweep.ts';

/** What a person decided on a text that was held. */
export async function insertHoldReview(
  tx: Tx,
  review: {
    accountId: string;
    id: string;
    candidateId: string;
    wording: string;
    kind: HoldKind;
    optedOut: boolean;
    userId: string;
    at: Date;
  },
): Promise<void> {
  await tx
    .insertInto('hold_reviews')
    .values({
      account_id: review.accountId,
      id: review.id,
      candidate_id: review.candidateId,
      wording: review.wording,
      kind: review.kind,
      opted_out: review.optedOut,
      reviewed_by: review.userId,
      reviewed_at: review.at,
    })
    .execute();
}

/** Rules are judged by how people write today. */
export function sweepHoldReviews(db: Db): Promise<void> {
  return sweepRows(db, 'hold_reviews', { time: sql`reviewed_at`, before: sql`now() - interval '1 year'` });
}
