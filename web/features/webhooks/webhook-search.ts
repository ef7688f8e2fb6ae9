import type { WebhookDelivery } from '../../../contract/webhooks.ts';

export type DeliveryStatus = WebhookDelivery['status'];

export const DELIVERY_STATUSES: readonly DeliveryStatus[] = ['waiting', 'delivered', 'failed'];

/** Which deliveries are shown. */
export interface WebhookSearch {
  status?: DeliveryStatus | undefined;
}
