import type { MessageStatus } from '../../../contract/messages.ts';
import type { CarrierStatus } from '../../adapters/carrier/port.ts';

export type OutboundStatus = Exclude<MessageStatus, 'received'>;

/**
 * How far a text is. Receipts come in any order and more than once (Twilio: "no guarantee that the status callback
 * requests always arrive in the order they were sent"), so a status only ever moves up.
 */
const rank: Record<OutboundStatus, number> = {
  scheduled: 0,
  queued: 1,
  unknown: 2,
  sending: 3,
  sent: 4,
  delivered: 5,
  undelivered: 5,
  failed: 5,
  canceled: 5,
};

/** A carrier that has queued a text has it: for us that is being sent. */
export function statusOf(carrierStatus: CarrierStatus): OutboundStatus {
  return carrierStatus === 'queued' ? 'sending' : carrierStatus;
}

/** Whether what the carrier says is news. Of two final statuses the first stands. */
export function isProgress(from: OutboundStatus, to: OutboundStatus): boolean {
  return rank[to] > rank[from];
}
