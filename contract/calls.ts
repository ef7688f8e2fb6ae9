import { z } from 'zod';

/** What became of a candidate's call to a business number. */
export const CallOutcome = z
  .enum(['missed', 'voicemail', 'answered'])
  .describe(
    'missed: nobody answered. voicemail: nobody answered, and the candidate left a message, which is in `media`. answered: on the phone that calls are forwarded to.',
  );
export type CallOutcome = z.infer<typeof CallOutcome>;

export const Call = z.object({
  outcome: CallOutcome,
  seconds: z
    .number()
    .int()
    .nullable()
    .describe('How long they spoke, or the length of the voicemail; null for a missed call.'),
});
export type Call = z.infer<typeof Call>;

export const CallForwardingHours = z
  .enum(['always', 'businessHours'])
  .describe("businessHours: Monday to Friday, 9:00 to 17:00 in the person's timezone; else voicemail.");
export type CallForwardingHours = z.infer<typeof CallForwardingHours>;
