import type { WebhookDelivery, WebhookEndpoint } from '../../contract/webhooks.ts';
import { makeId } from './make.ts';

export function makeEndpoint(over: Partial<WebhookEndpoint> = {}): WebhookEndpoint {
  return {
    id: makeId(),
    url: 'https://payroll.example.com/hooks',
    types: ['*'],
    description: null,
    includeBodies: false,
    status: 'active',
    disabledReason: null,
    failingSince: null,
    createdAt: '2026-11-20T10:00:00.000Z',
    ...over,
  };
}

export function makeDelivery(over: Partial<WebhookDelivery> = {}): WebhookDelivery {
  return {
    id: makeId(),
    eventId: makeId(),
    type: 'message.received',
    status: 'delivered',
    attempts: [{ at: '2026-11-20T10:00:00.000Z', status: 200, ms: 48, response: 'Thanks' }],
    nextAttemptAt: null,
    ...over,
  };
}
