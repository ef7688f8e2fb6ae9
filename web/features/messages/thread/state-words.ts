import type { MessageStatus } from '../../../../contract/messages.ts';

/** How far a text got. */
export const stateWords: Record<MessageStatus, string> = {
  scheduled: 'Scheduled',
  queued: 'Queued',
  sending: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  unknown: 'Not confirmed yet',
  undelivered: 'Not delivered',
  failed: 'Not sent',
  canceled: 'Canceled',
  received: 'Received',
};
