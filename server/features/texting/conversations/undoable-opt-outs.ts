import { sql } from 'kysely';
import { z } from 'zod';
import type { HoldKind } from '../../../../contract/conversations.ts';
import type { Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { publishConversations } from '../../../live/publish.ts';
import { jobKind } from '../../../queue/job.ts';
import { recordChange } from '../../consent/record-consent.ts';
import { deleteReviewedOptOut } from '../../consent/store.ts';
import { releaseScheduled } from './consent-changed.ts';
import { insertHoldReview } from './hold-reviews.ts';

/** Writes the record of an opt-out that can't be undone anymore. */
export const settleOptOut = jobKind({
  name: 'settleOptOut',
  payload: z.object({ accountId: z.uuid(), id: z.uuid() }),
  maxAttempts: 20,
});

/** What an opt-out clears in a thread. */
interface Thread {
  id: string;
  waitingSince: string | null;
  heldMessageId: string | null;
  heldAt: string | null;
  kind: HoldKind | null;
}

interface Undoable {
  accountId: string;
  id: string;
  conversationId: string;
  candidateId: string;
  phoneNumber: string;
  wording: string;
  kind: HoldKind;
  userId: string;
  at: Date;
  undoUntil: Date;
  threads: Thread[];
}

/** All threads with the candidate of this one, who is the only one with that phone, and locks them. */
export async function readThreads(tx: Tx, accountId: string, conversationId: string): Promise<Thread[]> {
  const { rows } = await sql<Thread>`
    select c.id, c.waiting_since as "waitingSince", c.held_message_id as "heldMessageId", c.held_at as "heldAt",
           c.hold_kind as kind
      from conversations c
     where c.account_id = ${accountId} and c.candidate_id = (
       select candidate_id from conversations where account_id = ${accountId} and id = ${conversationId})
     order by c.account_id, c.id for no key update of c`.execute(tx);
  return rows;
}

export async function insertUndoable(tx: Tx, of: Undoable): Promise<void> {
  await tx
    .insertInto('undoable_opt_outs')
    .values({
      account_id: of.accountId,
      id: of.id,
      conversation_id: of.conversationId,
      candidate_id: of.candidateId,
      phone_number: of.phoneNumber,
      wording: of.wording,
      kind: of.kind,
      reviewed_by: of.userId,
      reviewed_at: of.at,
      undo_until: of.undoUntil,
      threads: JSON.stringify(of.threads),
    })
    .execute();
}

/**
 * True if it was undone: the number can be texted again, and what was held in its threads is. Not if the candidate has opted out
 * themselves since, which stays.
 */
export async function takeBackReview(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  by: { accountId: string; userId: string; conversationId: string },
): Promise<boolean> {
  const { accountId } = by;
  // Before the opt-out, as a text that comes in locks them.
  await readThreads(tx, accountId, by.conversationId);
  const undoable = await tx
    .selectFrom('undoable_opt_outs')
    .select(['id', 'phone_number as phoneNumber', 'reviewed_at as at', 'threads'])
    .where('account_id', '=', accountId)
    .where('conversation_id', '=', by.conversationId)
    .where('reviewed_by', '=', by.userId)
    .where('undo_until', '>', deps.clock())
    .orderBy('reviewed_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (undoable === undefined || !(await deleteReviewedOptOut(tx, { accountId, ...undoable }))) return false;
  await tx
    .deleteFrom('undoable_opt_outs')
    .where('account_id', '=', accountId)
    .where('id', '=', undoable.id)
    .execute();
  const { rows } = await sql<{ id: string }>`
    update conversations c
       set waiting_since = coalesce(c.waiting_since, t."waitingSince"),
           held_message_id = coalesce(c.held_message_id, t."heldMessageId"),
           held_at = case when c.held_message_id is null then t."heldAt" else c.held_at end,
           hold_kind = case when c.held_message_id is null then coalesce(t.kind, c.hold_kind) else c.hold_kind end
      from jsonb_to_recordset(${JSON.stringify(undoable.threads)}::jsonb) as t(
             id uuid, "waitingSince" timestamptz, "heldMessageId" uuid, "heldAt" timestamptz, kind text)
     where c.account_id = ${accountId} and c.id = t.id
    returning c.id`.execute(tx);
  const threadIds = rows.map(({ id }) => id);
  await releaseScheduled(tx, deps, accountId, threadIds);
  await publishConversations(tx, accountId, threadIds);
  return true;
}

export async function recordReview(
  tx: Tx,
  { accountId, id }: { accountId: string; id: string },
  newId: () => string,
): Promise<void> {
  const review = await tx
    .deleteFrom('undoable_opt_outs')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning([
      'candidate_id as candidateId',
      'phone_number as phoneNumber',
      'wording',
      'kind',
      'reviewed_by as userId',
      'reviewed_at as at',
    ])
    .executeTakeFirst();
  if (review === undefined) return;
  const candidate = await tx
    .selectFrom('candidates')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', review.candidateId)
    .executeTakeFirst();
  // What staff review goes with a candidate who is deleted. The record of consent stays.
  if (candidate) await insertHoldReview(tx, { ...review, accountId, id, optedOut: true });
  const { phoneNumber, wording, userId: actorUserId, at } = review;
  await recordChange(
    tx,
    { accountId, phoneNumber, source: 'reviewed', wording, actorUserId, at },
    'optedOut',
    newId,
  );
}
