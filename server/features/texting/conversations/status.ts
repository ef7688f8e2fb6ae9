import type { MessageStatus } from '../../../../contract/messages.ts';
import type { CarrierStatus } from '../../../adapters/carrier/port.ts';

export type OutboundStatus = Exclude<MessageStatus, 'received'>;

/** A carrier that has queued a text has it: for us that is being sent. */
export function statusOf(carrierStatus: CarrierStatus): OutboundStatus {
  return carrierStatus === 'queued' ? 'sending' : carrierStatus;
}
