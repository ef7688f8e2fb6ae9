import { type MergeAttribute, mergeAttributes } from '../../../contract/merge-attributes.ts';

export type ReasonDetails = Record<string, unknown>;

const listOf = new Intl.ListFormat('en');

/** THE table: why a planned text is held, skipped, canceled or moved. A row stores the code, and what its sentence names. */
const sentences = {
  // Moved.
  earlier_quiet_hours: () => 'Goes earlier because of quiet hours.',
  later_quiet_hours: () => 'Goes later because of quiet hours.',
  working_day: () => 'Goes on a working day.',
  in_conversation: () => 'Waits until the conversation has been quiet for an hour.',
  quiet_hours: (details: ReasonDetails) => `Quiet hours until ${whenOf(details)}.`,
  too_many_cold_texts: () => 'Your company has texted the candidate as often as it allows without an answer.',
  // Of broadcasts only.
  too_many_broadcasts: () => 'The candidate got as many broadcasts this week as your company allows.',
  reply_unread: () => "Waits until someone has read the candidate's last text.",
  // Held.
  no_legal_moment: () => 'Quiet hours until it begins.',
  asked_another_time: () => 'The candidate asked for another time.',
  onboarding_paused: () => 'The onboarding is paused.',
  missing_attributes: (details: ReasonDetails) => missingSentence(details),
  unfinished: () => "The text has a merge attribute that isn't finished. Edit the text.",
  zone_unknown: () => "We don't know the candidate's time zone.",
  too_long: () => 'Filled in, the text is too long.',
  no_sender: () => 'The candidate has no recruiter with a seat.',
  no_reminder_sender: () =>
    'The candidate has no recruiter. Assign the conversation, or ask an admin to choose who reminders come from under Integrations.',
  interview_unchecked: ({ system }: ReasonDetails) =>
    `Waits until ${system} has told us that the interview still stands.`,
  too_many_at_once: () =>
    'Many candidates entered the stage within an hour. Decide if they should be texted.',
  too_many_automatic_texts: () => 'The candidate already got as many automatic texts as they get in a day.',
  plan_required: () => 'Your plan has no automations.',
  invoice_unpaid: () => "Your first invoice isn't paid, and the texts it covers are used up.",
  payment_overdue: () => 'A payment is overdue.',
  opt_outs_missing: () => "Your company hasn't imported its opt-outs yet.",
  no_texts_left: () => 'No texts are left.',
  no_number: () => 'The sender has no number.',
  number_not_linked: () => "The sender's number isn't active yet.",
  number_not_registered: () => "The sender's number isn't registered with the carriers yet.",
  conversation_held: () => 'Someone has to review the last text of the candidate first.',
  no_consent: () => "The candidate hasn't agreed to texts yet.",
  reply_unclear: () => 'The candidate\'s last text may mean "stop". Someone has to say what it means first.',
  number_changed: () => "Someone changed the candidate's number. Text them there first.",
  not_textable: () => "The candidate's number takes no texts.",
  sender_gone: () => 'The sender has left.',
  number_replaced: () => "The sender's number is being replaced.",
  account_closing: () => 'Your account is about to be deleted.',
  unexpected: () => 'Something went wrong on our side. We try again.',
  // Skipped.
  skipped_by_person: () => 'Skipped by a person.',
  restored: () => 'It may have been sent before Hiretext was restored from a backup.',
  moment_passed: () => 'Its time had already passed.',
  // Canceled.
  opted_out: () => 'The candidate opted out.',
  interview_canceled: () => 'The interview was canceled.',
  interview_declined: () => 'The candidate declined the interview.',
  interview_moved: () => 'The interview moved.',
  begun: () => 'It has begun.',
  too_late: () => 'It was too late for it.',
  onboarding_ended: () => 'The onboarding ended.',
  answers_automatic: () => 'It would answer an automatic text.',
  answered: () => 'The candidate answered.',
  left_stage: () => 'The candidate left the stage.',
  not_in_stage: () => "The candidate isn't in one of the stages.",
  automation_off: () => 'The automation is off or acts for other candidates.',
} as const satisfies Record<string, (details: ReasonDetails) => string>;

export type ReasonCode = keyof typeof sentences;

export interface Reason {
  code: ReasonCode;
  details?: ReasonDetails;
}

/** Of a stored code: one that a later version no longer has is shown as is. */
export function sentenceOf(code: string | null, details: ReasonDetails | null): string | null {
  if (code === null) return null;
  return Object.hasOwn(sentences, code) ? sentences[code as ReasonCode](details ?? {}) : code;
}

function missingSentence({ attributes }: ReasonDetails): string {
  const names = (attributes as MergeAttribute[]).map((attribute) => {
    const { label } = mergeAttributes[attribute];
    const name = label.charAt(0).toLowerCase() + label.slice(1);
    return name.startsWith('your ') ? name : `the ${name}`;
  });
  const isOne = names.length === 1 && names[0] !== 'the interviewers';
  const all = listOf.format(names);
  return `${all.charAt(0).toUpperCase()}${all.slice(1)} ${isOne ? 'is' : 'are'} missing.`;
}

/** By the clock of the candidate, if there is one. */
function whenOf({ until, zone }: ReasonDetails): string {
  const at = new Date(String(until));
  const written = new Intl.DateTimeFormat('en-US', {
    timeZone: typeof zone === 'string' ? zone : 'UTC',
    weekday: 'long',
    hour: 'numeric',
    minute: '2-digit',
  }).formatToParts(at);
  const part = (type: string) => written.find((one) => one.type === type)?.value ?? '';
  const time = `${part('weekday')} ${part('hour')}:${part('minute')} ${part('dayPeriod')}`;
  return typeof zone === 'string' ? `${time} their time` : `${time} UTC`;
}
