import { z } from 'zod';
import { Ok, Timestamp } from './primitives.ts';
import { route } from './route.ts';

export const TrustedBrowser = z.object({
  userAgent: z.string().nullable().describe('Of the browser, as it was when it was trusted.'),
  createdAt: Timestamp,
  lastUsedAt: Timestamp.nullable().describe('When it last signed in without the second step.'),
  expiresAt: Timestamp,
});
export type TrustedBrowser = z.infer<typeof TrustedBrowser>;

export const listTrustedBrowsers = route({
  method: 'GET',
  path: '/user/trustedBrowsers',
  summary: 'Browsers in which the person signs in without the second step, newest first.',
  auth: 'session',
  reply: z.array(TrustedBrowser),
});

export const forgetTrustedBrowsers = route({
  method: 'DELETE',
  path: '/user/trustedBrowsers',
  summary: 'Ask for the second step in every browser again.',
  auth: 'session',
  reply: Ok,
});
