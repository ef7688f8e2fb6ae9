import { z } from 'zod';
import { EventType } from './events.ts';
import { Name } from './name.ts';
import { Id, Ok, PageQuery, page, Timestamp } from './primitives.ts';
import { route } from './route.ts';

/* Where a company's other software hears of events. */

export const MOST_ENDPOINTS = 20;
/** How long the secret before a rotation still signs. */
export const SECRET_HOURS = 24;
/** How long everything may fail before an endpoint is turned off. */
export const FAILING_DAYS = 5;

const Types = z
  .array(z.enum(['*', ...EventType.options]))
  .min(1, 'Choose what to send')
  .max(50)
  .transform((types): string[] => (types.includes('*') ? ['*'] : [...new Set(types)]))
  .describe('Types of events, or `["*"]` for all, also future ones.');

export const WebhookEndpoint = z.object({
  id: Id,
  url: z.string(),
  types: z.array(z.string()),
  description: z.string().nullable(),
  includeBodies: z.boolean().describe('Whether texts come with `body` and `media`.'),
  status: z.enum(['active', 'disabled']),
  disabledReason: z
    .enum(['gone', 'failing', 'person'])
    .nullable()
    .describe(
      `gone: it answered 410. failing: everything failed for ${FAILING_DAYS} days. person: someone turned it off.`,
    ),
  failingSince: Timestamp.nullable().describe('Since when no attempt has succeeded.'),
  createdAt: Timestamp,
});
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

const NewWebhookEndpoint = WebhookEndpoint.extend({
  secret: z.string().describe('What signatures are made with. Only in this reply.'),
});

export const WebhookDelivery = z.object({
  id: Id,
  eventId: Id,
  type: z.string(),
  status: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.array(
    z.object({
      at: Timestamp,
      status: z.number().int().nullable().describe('Null: there was no answer in time.'),
      ms: z.number().int(),
      response: z.string().nullable().describe('The first KB of the answer, or why there was none.'),
    }),
  ),
  nextAttemptAt: Timestamp.nullable(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const admins = { userType: 'admin' } as const;
const EndpointParams = z.object({ id: Id });
const Fields = z.object({
  url: z.string().trim().min(1, 'The address is required').max(2000, 'The address is too long'),
  types: Types,
  description: Name('description', 200).nullable().optional(),
  includeBodies: z.boolean().optional(),
});

export const listWebhookEndpoints = route({
  method: 'GET',
  path: '/webhookEndpoints',
  summary: 'List the webhook endpoints of your company, newest first.',
  auth: 'session',
  scope: 'webhooks:manage',
  may: admins,
  query: PageQuery,
  reply: page(WebhookEndpoint),
});

// Not idempotent: the reply would be kept with the secret in it.
export const createWebhookEndpoint = route({
  method: 'POST',
  path: '/webhookEndpoints',
  summary: `Add a webhook endpoint, at most ${MOST_ENDPOINTS} for a company. It gets each event from now on as a signed POST (Standard Webhooks 1.0). A key needs \`texts:read\` for \`includeBodies\`.`,
  auth: 'session',
  scope: 'webhooks:manage',
  may: admins,
  body: Fields,
  reply: NewWebhookEndpoint,
  status: 201,
  failures: ['too_many_endpoints', 'scope_missing'],
});

export const updateWebhookEndpoint = route({
  method: 'PUT',
  path: '/webhookEndpoints/{id}',
  summary:
    'Change a webhook endpoint, or turn it off or on again. What you leave out stays. While it is off, events wait in the log; send them with `resend`.',
  auth: 'session',
  scope: 'webhooks:manage',
  may: admins,
  params: EndpointParams,
  body: Fields.partial().extend({ status: WebhookEndpoint.shape.status.optional() }),
  reply: WebhookEndpoint,
  failures: ['not_found', 'scope_missing'],
});

export const deleteWebhookEndpoint = route({
  method: 'DELETE',
  path: '/webhookEndpoints/{id}',
  summary: 'Delete a webhook endpoint with its log.',
  auth: 'session',
  scope: 'webhooks:manage',
  may: admins,
  params: EndpointParams,
  reply: Ok,
  failures: ['not_found'],
});

export const rotateWebhookSecret = route({
  method: 'POST',
  path: '/webhookEndpoints/{id}/rotateSecret',
  summary: `Get a new secret. For ${SECRET_HOURS} hours both sign each event.`,
  auth: 'session',
  scope: 'webhooks:manage',
  may: admins,
  params: EndpointParams,
  reply: NewWebhookEndpoint,
  failures: ['not_found'],
});

export const testWebhookEndpoint = route({
  method: 'POST',
  path: '/webhookEndpoints/{id}/test',
  summary: 'Send it an event of the type `endpoint.test`. What came of it is in the deliveries.',
  auth: 'session',
  scope: 'webhooks:manage',
  may: admins,
  params: EndpointParams,
  reply: Ok,
  failures: ['not_found', 'endpoint_disabled'],
});

export const resendWebhookEvents = route({
  method: 'POST',
  path: '/webhookEndpoints/{id}/resend',
  summary: 'Send all events of a time again, in order, also those that were delivered. IDs stay the same.',
  auth: 'session',
  scope: 'webhooks:manage',
  may: admins,
  params: EndpointParams,
  body: z.object({ since: Timestamp, until: Timestamp.optional().describe('Now, if you leave it out.') }),
  reply: Ok,
  failures: ['not_found', 'endpoint_disabled', 'events_gone'],
});

export const listWebhookDeliveries = route({
  method: 'GET',
  path: '/webhookEndpoints/{id}/deliveries',
  summary: 'List what was sent to an endpoint in the last 30 days, newest first, with each attempt.',
  auth: 'session',
  scope: 'webhooks:manage',
  may: admins,
  params: EndpointParams,
  query: PageQuery.extend({ status: WebhookDelivery.shape.status.optional() }),
  reply: page(WebhookDelivery),
  failures: ['not_found'],
});

export const resendWebhookDelivery = route({
  method: 'POST',
  path: '/webhookDeliveries/{id}/resend',
  summary: 'Send one event again.',
  auth: 'session',
  scope: 'webhooks:manage',
  may: admins,
  params: EndpointParams,
  reply: Ok,
  failures: ['not_found', 'endpoint_disabled'],
});
