import type { CarrierStatus } from '../port.ts';

const statuses: Readonly<Record<string, CarrierStatus>> = {
  // `accepted` and `scheduled` are states of a messaging service, before a number was picked.
  accepted: 'queued',
  scheduled: 'queued',
  queued: 'queued',
  sending: 'sending',
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  partially_delivered: 'delivered',
  undelivered: 'undelivered',
  failed: 'failed',
  canceled: 'failed',
};

/** Null for statuses of inbound messages and for those Twilio may add. */
export function statusOf(status: string): CarrierStatus | null {
  return Object.hasOwn(statuses, status) ? (statuses[status] ?? null) : null;
}

/** Twilio counts segments in a string, "0" while it does not know. */
export function segmentsOf(count: string | null | undefined): number | null {
  const segments = Number(count ?? 0);
  return Number.isInteger(segments) && segments > 0 ? segments : null;
}

export function hasFailed(status: CarrierStatus): boolean {
  return status === 'failed' || status === 'undelivered';
}
