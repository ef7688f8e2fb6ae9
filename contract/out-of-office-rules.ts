import { MAX_OUT_OF_OFFICE_SEGMENTS } from './out-of-office.ts';
import { countSegments } from './segments.ts';

/* Not with the calls, since every screen loads those. */

/** The message offered to a person who hasn't written one yet. */
export const DEFAULT_OUT_OF_OFFICE_MESSAGE =
  "Thanks for your text. I'm out of the office right now and will reply when I'm back.";

/** The errors of an automatic reply, a sentence for each field. The server refuses by it, and the form shows it. */
export function outOfOfficeProblems(
  wanted: {
    outOfOfficeMessageEnabled: boolean;
    outOfOfficeMessage: string;
    startsAt: string | null;
    endsAt: string | null;
  },
  now: Date,
): Partial<Record<'outOfOfficeMessage' | 'endsAt', string>> {
  const message = wanted.outOfOfficeMessage.trim();
  const { segments } = countSegments(message);
  const endsAt = wanted.endsAt === null ? null : Date.parse(wanted.endsAt);
  const problems: ReturnType<typeof outOfOfficeProblems> = {};
  if (wanted.outOfOfficeMessageEnabled && message === '')
    problems.outOfOfficeMessage = 'Write the message to send to candidates';
  if (segments > MAX_OUT_OF_OFFICE_SEGMENTS)
    problems.outOfOfficeMessage = `Shorten the message to ${MAX_OUT_OF_OFFICE_SEGMENTS} segments or fewer (it has ${segments})`;
  if (endsAt !== null && wanted.startsAt !== null && endsAt <= Date.parse(wanted.startsAt))
    problems.endsAt = 'The end must be after the start';
  else if (endsAt !== null && wanted.outOfOfficeMessageEnabled && endsAt <= now.getTime())
    problems.endsAt = 'The end is in the past';
  return problems;
}
