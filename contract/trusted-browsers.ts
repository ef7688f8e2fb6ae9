import { z } from 'zod';
import { Ok, Timestamp } from './primitives.ts';
import { route } from './route.ts';

export const TrustedBrowser = z.object({
  userAgent: z.string().nullable().describe("The browser's user agent when it became trusted."),
  createdAt: Timestamp,
  lastUsedAt: Timestamp.nullable().describe('When it last signed in without the second step.'),
  expiresAt: Timestamp,
});
export type TrustedBrowser = z.infer<typeof TrustedBrowser>;

export const listTrustedBrowsers = route({
  method: 'GET',
  path: '/user/trustedBrowsers',
  summary: "List the browsers where the signed-in user doesn't need a second step, newest first.",
  auth: 'session',
  reply: z.array(TrustedBrowser),
});

export const forgetTrustedBrowsers = route({
  method: 'DELETE',
  path: '/user/trustedBrowsers',
  summary: 'Require the second step in every browser again.',
  auth: 'session',
  reply: Ok,
});
