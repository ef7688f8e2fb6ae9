import { z } from 'zod';
import { SendabilityReason } from './sendability-reason.ts';

/** Why a scheduled text may no longer go out. */
export const HeldReason = z.enum([...SendabilityReason.options, 'restored']);
export type HeldReason = z.infer<typeof HeldReason>;

/** Why a scheduled text is held, as the end of a sentence. */
export const heldBecause: Record<HeldReason, string> = {
  plan_required: 'you have no plan',
  invoice_unpaid: "your first invoice isn't paid",
  payment_overdue: 'a payment for your plan is overdue',
  opt_outs_missing: "your company's opt-outs aren't imported yet",
  no_texts_left: 'you have no texts left',
  no_number: 'you have no number to send from',
  number_not_linked: "your number isn't active yet",
  number_not_registered: "your company isn't registered with the carriers",
  opted_out: 'they opted out of texts',
  conversation_held: 'a text of theirs waits for your review',
  no_consent: "they haven't agreed to texts yet",
  number_changed: 'they have another number now',
  not_textable: "their number can't receive texts",
  quiet_hours: "it's outside their texting hours",
  restored: 'Hiretext was restored from a backup, so it may have been sent already',
};
