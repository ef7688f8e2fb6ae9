import type { MessageStatus } from './messages.ts';

/**
 * How far a text is. Receipts come in any order and more than once (Twilio: "no guarantee that the status callback
 * requests always arrive in the order they were sent"), so a status only moves up. Of two final ones the first counts.
 */
const rank: Record<MessageStatus, number> = {
  scheduled: 0,
  queued: 1,
  unknown: 2,
  sending: 3,
  sent: 4,
  delivered: 5,
  undelivered: 5,
  failed: 5,
  canceled: 5,
  received: 5,
};

export function isProgress(from: MessageStatus, to: MessageStatus): boolean {
  return rank[to] > rank[from];
}
