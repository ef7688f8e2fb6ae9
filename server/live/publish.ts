import { raiseAfterCommit } from '../db/after-commit.ts';
import type { Tx } from '../db/connection.ts';
import type { DB } from '../db/schema.ts';

export interface LiveNote {
  accountId: string;
  kind: DB['live_events']['kind'];
  /** The seat for seat.updated, the row itself for what is personal, the conversation otherwise. */
  subjectId: string;
  /** Of conversation.left: the person who doesn't see it anymore. */
  messageId?: string;
}

/**
 * Notes in the same transaction what browsers are to be notified of. Only ids: what is sent is read when it is sent, so that
 * it is always the newest and no one gets what they may not see. Every node hears of the notes once they are committed.
 */
export async function publish(tx: Tx, notes: LiveNote[]): Promise<void> {
  if (notes.length === 0) return;
  raiseAfterCommit(tx, 'live_events');
  await tx
    .insertInto('live_events')
    .values(
      notes.map((note) => ({
        account_id: note.accountId,
        kind: note.kind,
        subject_id: note.subjectId,
        message_id: note.messageId ?? null,
      })),
    )
    .execute();
}

/** Of conversations that have changed. */
export function publishConversations(tx: Tx, accountId: string, ids: string[]): Promise<void> {
  return publish(
    tx,
    ids.map((subjectId) => ({ accountId, kind: 'conversation.updated' as const, subjectId })),
  );
}

/** Of texts that have changed. */
export function publishMessages(
  tx: Tx,
  accountId: string,
  messages: { id: string; conversationId: string }[],
): Promise<void> {
  return publish(
    tx,
    messages.map(({ id, conversationId }) => ({
      accountId,
      kind: 'message.updated' as const,
      subjectId: conversationId,
      messageId: id,
    })),
  );
}

/**
 * Makes every open stream of the account look at its session again, on every node: for whatever ends sessions. It is a note
 * about a seat, as all that make them look, though no one's id is a seat's: browsers get nothing from it.
 */
export async function publishSessionsChanged(tx: Tx, accountId: string, userId: string): Promise<void> {
  await publish(tx, [{ accountId, kind: 'seat.updated', subjectId: userId }]);
}
