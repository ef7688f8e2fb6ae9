import { z } from 'zod';
import { Ok } from './primitives.ts';
import { route } from './route.ts';

export const HELP_CHAT_REGIONS = ['us', 'eu', 'au'] as const;

export const HelpChat = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('form') }).describe('A message by `sendSupportMessage`; answered by mail.'),
    z
      .object({
        type: z.literal('intercom'),
        appId: z.string(),
        region: z.enum(HELP_CHAT_REGIONS).describe('Where the workspace is kept.'),
      })
      .describe(
        'The Messenger of Intercom, which knows the person by `id` and `supportUserHash` of `getUser`.',
      ),
  ])
  .describe('How people reach support from the web.');
export type HelpChat = z.infer<typeof HelpChat>;

export const getHelpChat = route({
  method: 'GET',
  path: '/support/chat',
  summary: 'How the Support tab reaches support.',
  auth: 'session',
  beforeMfa: true,
  reply: HelpChat,
});

export const sendSupportMessage = route({
  method: 'POST',
  path: '/support/messages',
  summary: "Write to support. The answer goes to the person's e-mail address.",
  auth: 'session',
  beforeMfa: true,
  body: z.object({
    subject: z
      .string('The subject is required')
      .trim()
      .min(1, 'The subject is required')
      .max(150, 'The subject is too long'),
    message: z
      .string('The message is required')
      .trim()
      .min(1, 'The message is required')
      .max(5000, 'The message is too long'),
  }),
  reply: Ok,
  idempotent: true,
  failures: ['not_found'],
});
