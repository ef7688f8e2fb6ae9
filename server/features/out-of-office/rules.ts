import { outOfOfficeProblems } from '../../../contract/out-of-office-rules.ts';
import { Failure, invalidField } from '../../failure.ts';

export interface Period {
  /** Null: since it was switched on. */
  startsAt: Date | null;
  /** Null: until it is switched off. */
  endsAt: Date | null;
}

export interface Settings extends Period {
  enabled: boolean;
  message: string;
  delegateUserId: string | null;
}

export function isWithin(period: Period, at: Date): boolean {
  return (period.startsAt === null || period.startsAt <= at) && !isOver(period, at);
}

function isOver(period: Period, at: Date): boolean {
  return period.endsAt !== null && period.endsAt <= at;
}

/** Switched on, even if for later; the end of its period switches it off. */
export function isOn(settings: Settings, at: Date): boolean {
  return settings.enabled && !isOver(settings, at);
}

/**
 * Whether a change begins another absence, in which people who were answered in the last one are answered once more: turning it
 * on does, and so does postponing what has begun. Another wording or another end is the same absence.
 */
export function beginsAbsence(before: Settings, after: Settings, now: Date): boolean {
  if (!after.enabled) return false;
  return !isOn(before, now) || (isWithin(before, now) && !isWithin(after, now));
}

export function requireSound(wanted: Settings, now: Date): void {
  const problems = outOfOfficeProblems(
    {
      outOfOfficeMessageEnabled: wanted.enabled,
      outOfOfficeMessage: wanted.message,
      startsAt: wanted.startsAt?.toISOString() ?? null,
      endsAt: wanted.endsAt?.toISOString() ?? null,
    },
    now,
  );
  const fields = Object.entries(problems).map(([field, sentence]) => [field, [sentence]]);
  if (fields.length > 0) throw new Failure('invalid', { fields: Object.fromEntries(fields) });
}

export function requireDelegate(delegate: { isOwn: boolean; hasSeat: boolean }): void {
  if (delegate.isOwn)
    throw invalidField('delegateUserId', "You can't be your own delegate. Choose a colleague");
  if (!delegate.hasSeat) throw invalidField('delegateUserId', 'Choose a colleague who has a seat');
}

/** A text that is processed later than this, after an outage, is no longer answered as if it had just come. */
const LATE_AFTER_MS = 3 * 3600_000;
/** With so many automatic texts in the last hour, a machine is at the other end. */
const MAX_AUTOMATIC_AN_HOUR = 2;
/** The same words again within this time: people vary theirs, machines do not. */
export const REPEATS_WITHIN_MS = 10 * 60_000;

/** Whether an absence answers a text. The writer of the reply makes sure it's once per absence; the gate does the rest. */
export function callsForReply(facts: {
  period: Period;
  /** When the candidate wrote, and now. */
  writtenAt: Date;
  now: Date;
}): boolean {
  const { period, now, writtenAt } = facts;
  return (
    isWithin(period, now) &&
    isWithin(period, writtenAt) &&
    now.getTime() - writtenAt.getTime() < LATE_AFTER_MS
  );
}

export interface Writer {
  /** E.164. */
  from: string;
  body: string;
  /** A business number of any account. */
  isBusinessNumber: boolean;
  /** They sent exactly this a moment ago. */
  repeats: boolean;
  /** How many we sent them in the last hour. */
  automaticTexts: number;
}

/** Whether a text seems to be written by a machine, which would answer the reply too. */
export function isMachine(writer: Writer): boolean {
  return (
    writer.isBusinessNumber ||
    writer.repeats ||
    writer.automaticTexts >= MAX_AUTOMATIC_AN_HOUR ||
    TOLL_FREE.test(writer.from) ||
    !PHONE.test(writer.from) ||
    SAYS_AUTOMATIC.test(writer.body)
  );
}

/** Short codes and names of senders are no phones. */
const PHONE = /^\+[1-9]\d{6,14}$/;
/** Toll-free numbers text by software only: no person has one in the pocket. */
const TOLL_FREE = /^\+18(00|33|44|55|66|77|88)\d{7}$/;
/**
 * How phones and services mark their own answers ("Do Not Disturb While Driving" and "Driving Focus" are Apple's), and what people
 * commonly write in them.
 */
const SAYS_AUTOMATIC = new RegExp(
  [
    String.raw`\bauto(?:matic|mated|matically)?[\s-]?(?:reply|replies|response|responder|message|text)\b`,
    String.raw`\b(?:do not|don['’]t) reply to this\b`,
    String.raw`\b(?:do not disturb while driving|driving focus|not receiving notifications)\b`,
    String.raw`\b(?:i am|i['’]?m|we are|we['’]re) (?:currently |now )?(?:out of (?:the |my )?office|away from (?:my|the) (?:desk|phone)|driving right now)\b`,
  ].join('|'),
  'i',
);

/** The first text to a person names the sender and how to stop (CTIA messaging principles). */
export function replyText(message: string, first: { companyName: string } | null): string {
  return first === null ? message : `${first.companyName.trim()}: ${message}\nReply STOP to opt out.`;
}
