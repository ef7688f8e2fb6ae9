import { z } from 'zod';
import { PhoneNumber, PhoneNumberInput, Timestamp } from './primitives.ts';

/* If someone changed a candidate's number after the last text, we ask before the next one. */

export const NumberChange = z.object({
  from: z.string().describe('The number of the last text here, formatted.'),
  to: z.string().describe('The number it is now, formatted.'),
  phoneNumber: PhoneNumber.describe('The same, to send as `confirmedNumber`.'),
  changedAt: Timestamp,
  changedBy: z
    .object({ firstName: z.string(), lastName: z.string() })
    .nullable()
    .describe('Null if that person was erased since.'),
});
export type NumberChange = z.infer<typeof NumberChange>;

export const ConfirmedNumber = PhoneNumberInput.optional().describe(
  "The candidate's new number, after `number_changed`: the sender has seen that it changed, and wants to text it.",
);
