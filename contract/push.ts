import { z } from 'zod';
import { Ok } from './primitives.ts';
import { route } from './route.ts';

/* Push: notifications that reach a browser while Hiretext is closed, over the push service of its vendor (RFC 8030). */

/** 16 bytes, shared by the browser and us only. */
const Auth = z
  .string()
  .regex(/^[\w-]{22}$/)
  .describe('`auth` of the subscription, in base64url.');

const Endpoint = z.string().max(2000).describe('The https address of the subscription, which is a secret.');

export const PushSubscription = z.object({
  endpoint: Endpoint,
  p256dh: z
    .string()
    .regex(/^[\w-]{87}$/)
    .describe('`p256dh` of the subscription: a public key (P-256, 65 bytes) in base64url.'),
  auth: Auth,
});

/** Browsers that one person is notified in; a new one takes the place of the oldest. */
export const MAX_PUSH_SUBSCRIPTIONS = 20;

export const getPushKey = route({
  method: 'GET',
  path: '/user/push',
  summary: 'Get the public key to subscribe with (`applicationServerKey`).',
  auth: 'session',
  reply: z.object({ publicKey: z.string().describe('P-256, uncompressed, in base64url.') }),
});

export const subscribeToPush = route({
  method: 'PUT',
  path: '/user/push',
  summary: `Push notifications to this browser, until its session ends. Takes the place of what the session had. At most ${MAX_PUSH_SUBSCRIPTIONS} browsers of yours: the oldest goes.`,
  auth: 'session',
  body: PushSubscription,
  reply: Ok,
});

export const endPush = route({
  method: 'DELETE',
  path: '/user/push',
  summary: 'Stop pushing notifications to this browser.',
  auth: 'session',
  reply: Ok,
});

export const renewPush = route({
  method: 'POST',
  path: '/push/renew',
  summary:
    'Replace a subscription that the browser has replaced. Both secrets of the former one prove whose it is, since browsers do this while no page is open.',
  auth: 'none',
  body: z.object({ former: z.object({ endpoint: Endpoint, auth: Auth }), subscription: PushSubscription }),
  reply: Ok,
  failures: ['not_found'],
});
