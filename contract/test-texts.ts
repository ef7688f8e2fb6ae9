import { z } from 'zod';
import { Ok, PhoneNumberInput } from './primitives.ts';
import { route } from './route.ts';
import { MAX_BODY_LENGTH } from './text-body.ts';

/* What candidates do in a sandbox, where there are none. */

export const receiveTestText = route({
  method: 'POST',
  path: '/testTexts',
  summary:
    'Text as a candidate would, in the sandbox: an answer, a STOP, or a first text. It comes in as a real one does, a moment after the reply.',
  auth: 'session',
  scope: 'texts:send',
  status: 202,
  body: z.object({
    from: PhoneNumberInput.describe("The candidate's phone. Any number will do."),
    to: PhoneNumberInput.optional().describe('The number of a seat in the sandbox; yours by default.'),
    body: z
      .string('The text is required')
      .min(1, 'The text is required')
      .max(MAX_BODY_LENGTH, `Keep the text to ${MAX_BODY_LENGTH} characters or fewer`),
  }),
  reply: Ok,
  failures: ['only_for_test_keys'],
});
