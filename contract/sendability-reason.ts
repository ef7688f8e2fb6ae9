import { z } from 'zod';
import type { FailureCode } from './failure.ts';

/** Why a text to this conversation can't go out now. */
export const SendabilityReason = z.enum([
  'plan_required',
  'invoice_unpaid',
  'payment_overdue',
  'opt_outs_missing',
  'no_texts_left',
  'no_number',
  'number_not_linked',
  'number_not_registered',
  'opted_out',
  'conversation_held',
  'no_consent',
  'number_changed',
  'not_textable',
  'quiet_hours',
]);
export type SendabilityReason = z.infer<typeof SendabilityReason>;

/** What keeps a text from being accepted now. Every route that sends or schedules a text can fail with these. */
export const notAccepted = [
  'account_closing',
  // That a number may not take texts is advice: the text is tried.
  ...SendabilityReason.exclude(['not_textable']).options,
] as const satisfies FailureCode[];
