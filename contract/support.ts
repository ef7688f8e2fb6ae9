import { z } from 'zod';
import { readable } from './name.ts';
import { Ok } from './primitives.ts';
import { route } from './route.ts';

export const HELP_CHAT_REGIONS = ['us', 'eu', 'au'] as const;

export const HelpChat = z
  .discriminatedUnion('type', [
    z
      .object({ type: z.literal('form') })
      .describe('Send a message with `sendSupportMessage`. The reply comes by email.'),
    z
      .object({
        type: z.literal('intercom'),
        appId: z.string(),
        region: z.enum(HELP_CHAT_REGIONS).describe("The workspace's region."),
      })
      .describe(
        "Intercom's Messenger, which identifies the user by `id` and `supportUserHash` from `getUser`.",
      ),
  ])
  .describe('How to reach support from the web.');
export type HelpChat = z.infer<typeof HelpChat>;

export const getHelpChat = route({
  method: 'GET',
  path: '/support/chat',
  summary: 'Get the way the Support tab reaches support.',
  auth: 'session',
  beforeMfa: true,
  reply: HelpChat,
});

export const sendSupportMessage = route({
  method: 'POST',
  path: '/support/messages',
  summary: "Send a message to support. The reply goes to the signed-in user's email address.",
  auth: 'session',
  beforeMfa: true,
  body: z.object({
    // People who ask for help aren't refused over what they pasted.
    subject: z
      .string('The subject is required')
      .overwrite(readable)
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
