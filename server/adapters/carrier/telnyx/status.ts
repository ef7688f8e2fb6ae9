import type { CarrierStatus } from '../port.ts';

/** Statuses of a recipient in answers and webhooks. */
const recipientStatuses: Readonly<Record<string, CarrierStatus>> = {
  queued: 'queued',
  sending: 'sending',
  sent: 'sent',
  delivered: 'delivered',
  // The recipient's carrier gives no receipt: sent is all that will ever be known.
  delivery_unconfirmed: 'sent',
  delivery_failed: 'undelivered',
  sending_failed: 'failed',
  expired: 'failed',
};

/** Final statuses in detail records, which use different words. */
const recordStatuses: Readonly<Record<string, CarrierStatus>> = {
  delivered: 'delivered',
  dlr_unconfirmed: 'sent',
  dlr_timeout: 'sent',
  failed: 'undelivered',
  gw_reject: 'failed',
  gw_timeout: 'failed',
};

export const statusOfRecipient = (status: string) => lookUp(recipientStatuses, status);
export const statusOfRecord = (status: string) => lookUp(recordStatuses, status);

export function hasFailed(status: CarrierStatus): boolean {
  return status === 'failed' || status === 'undelivered';
}

/** Null for statuses that Telnyx may add. */
function lookUp(statuses: Readonly<Record<string, CarrierStatus>>, status: string): CarrierStatus | null {
  return Object.hasOwn(statuses, status) ? (statuses[status] ?? null) : null;
}
