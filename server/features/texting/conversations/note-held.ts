import { type HeldReason, heldBecause } from '../../../../contract/held-reason.ts';
import type { Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { nameOrPhone } from '../../../phone.ts';
import { recordNotification } from '../../notifications/record-notification.ts';
import { listViewers } from '../../users/membership-store.ts';
import { maySee } from './rules.ts';
import { type ConversationRow, findConversationsByIds } from './store.ts';

export interface HeldText {
  conversationId: string;
  senderId: string | null;
  reason: HeldReason;
}

/**
 * Notifies people of texts of theirs that are held now: of several at once in one sentence, and by mail too if they want those
 * (`automations/mail-held.ts`).
 */
export async function noteHeld(
  tx: Tx,
  deps: Pick<Deps, 'newId' | 'clock'>,
  accountId: string,
  texts: HeldText[],
): Promise<void> {
  if (texts.length === 0) return;
  const ids = new Set(texts.map(({ conversationId }) => conversationId));
  const rows = await findConversationsByIds(tx, accountId, [...ids]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const viewers = await listViewers(tx, accountId, [
    ...new Set(texts.flatMap(({ senderId }) => senderId ?? [])),
  ]);
  const now = deps.clock();
  await recordNotification(
    tx,
    deps,
    ...viewers.flatMap((viewer) => {
      const own = texts.flatMap(({ senderId, conversationId, reason }) => {
        const row = byId.get(conversationId);
        return senderId === viewer.userId && row && maySee(viewer, row, now) ? [{ row, reason }] : [];
      });
      const [first] = own;
      if (first === undefined) return [];
      const isOneThread = own.every(({ row }) => row.id === first.row.id);
      return [
        {
          accountId,
          userId: viewer.userId,
          type: 'held' as const,
          text: sentenceOf(own.length, isOneThread ? first.row : null, first.reason),
          conversationId: isOneThread ? first.row.id : null,
          mailDue: true,
        },
      ];
    }),
  );
}

/** Those that are held at the same time are for the same reason. */
function sentenceOf(count: number, row: ConversationRow | null, reason: HeldReason): string {
  const to = row === null ? '' : ` to ${nameOrPhone(row)}`;
  return `${count === 1 ? `Your text${to} is` : `${count} of your texts${to} are`} held: ${heldBecause[reason]}.`;
}
