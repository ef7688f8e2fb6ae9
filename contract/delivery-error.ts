/**
 * Why a text was not delivered, in words a recruiter understands. Carriers' own codes are mapped to these in their
 * adapters; carriers state that their codes may change without notice, so every adapter has a default (`unknown_error`).
 */
export const deliveryErrors = {
  invalid_recipient: "This number isn't a valid phone number.",
  not_textable: "This number can't receive texts.",
  unreachable: "The candidate's phone couldn't be reached. It may be off or out of coverage.",
  opted_out: 'The candidate has opted out of texts.',
  opt_outs_missing: "Not sent because your company hasn't imported its opt-outs yet.",
  no_consent:
    "Not sent because the candidate hasn't agreed to texts, and your company asks for consent first.",
  answered: 'Canceled because the candidate texted first.',
  held: 'Not sent because the candidate may have asked you to stop. Review their text first.',
  filtered: 'The carrier blocked this text as spam. Reword it before you try again.',
  too_long: 'This text is too long for the carrier.',
  media_refused: "The carrier couldn't send the attachment.",
  sender_not_usable: "Your number can't send texts right now.",
  number_not_registered: "Your number isn't registered with the carriers yet.",
  sender_left: 'Canceled because the person who wrote it left.',
  number_given_up: 'Canceled because there was no longer a number to send it from.',
  plan_ended: "Canceled because your company's plan ended.",
  candidate_deleted: 'Canceled because the candidate was deleted.',
  payment_overdue: 'Not sent because a payment for your plan was overdue for too long.',
  region_blocked: "You can't text this country or region.",
  quiet_hours: 'It was too early or too late to text this candidate.',
  carrier_account: 'The carrier refused the text because of an account problem. Your admin has been told.',
  carrier_busy: 'The carrier was too busy to take this text.',
  daily_limit:
    "Your company reached the most that the candidate's carrier takes in a day. Try again tomorrow.",
  expired: "The text wasn't delivered in time.",
  too_late: 'Not sent because it was too late for it.',
  automation_changed: 'Canceled because what it was about changed.',
  broadcast_canceled: 'Canceled with its broadcast.',
  restored: 'Canceled because Hiretext was restored from a backup, and it may have been sent before that.',
  broadcast_stopped: 'Canceled because its broadcast was stopped.',
  unconfirmed: "The carrier hasn't confirmed this text. It may have been delivered.",
  unknown_error: "The text wasn't delivered. The carrier gave no reason.",
} as const;

/** These may arrive if sent again unchanged. */
const passing: (keyof typeof deliveryErrors)[] = [
  'answered',
  'unreachable',
  'sender_not_usable',
  'number_not_registered',
  'sender_left',
  'number_given_up',
  'plan_ended',
  'payment_overdue',
  'opt_outs_missing',
  'quiet_hours',
  'carrier_account',
  'carrier_busy',
  'daily_limit',
  'expired',
  'unknown_error',
];
/** These may arrive with other words. */
const rewordable: (keyof typeof deliveryErrors)[] = ['filtered', 'too_long', 'media_refused'];

/** What a person can do about a text that wasn't delivered. */
export function remedyFor(code: string | null): 'again' | 'reword' | null {
  const isOne = (codes: readonly string[]) => codes.includes(code ?? 'unknown_error');
  return isOne(passing) ? 'again' : isOne(rewordable) ? 'reword' : null;
}

export type DeliveryErrorCode = keyof typeof deliveryErrors;
