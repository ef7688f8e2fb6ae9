import { z } from 'zod';

/** What became of a candidate's call to a business number. */
export const CallOutcome = z
  .enum(['missed', 'voicemail', 'answered'])
  .describe(
    'missed: no one answered. voicemail: no one answered and the candidate left a message, which is in `media`. answered: someone picked up on the phone that calls are forwarded to.',
  );
export type CallOutcome = z.infer<typeof CallOutcome>;

export const Call = z.object({
  outcome: CallOutcome,
  seconds: z
    .number()
    .int()
    .nullable()
    .describe('How long the call or the voicemail lasted, in seconds. Null for a missed call.'),
});
export type Call = z.infer<typeof Call>;

export const CallForwardingHours = z
  .enum(['always', 'businessHours'])
  .describe(
    "businessHours: Monday to Friday, 9:00 AM to 5:00 PM in the user's timezone. At other times, calls go to voicemail.",
  );
export type CallForwardingHours = z.infer<typeof CallForwardingHours>;
