import type { Automation, AutomationType, PlannedStatus, Timing } from '../../../contract/automations.ts';
import {
  dayAndTime,
  dayName,
  dayOf,
  isKnownZone,
  shortDateTime,
  timeOfDay,
  weekday,
} from '../../lib/dates.ts';
import { counted } from '../../lib/words.ts';

export const UNIT_MINUTES = { minutes: 1, hours: 60, days: 1440, weeks: 10_080 } as const;
export type Unit = keyof typeof UNIT_MINUTES;
const UNITS = ['weeks', 'days', 'hours', 'minutes'] as const;

/** In the largest unit that leaves nothing over. */
export function splitOffset(minutes: number): { amount: number; unit: Unit } {
  const unit = UNITS.find((each) => minutes % UNIT_MINUTES[each] === 0) ?? 'minutes';
  return { amount: minutes / UNIT_MINUTES[unit], unit };
}

/** 1 day, 90 minutes */
export function offsetInWords(minutes: number): string {
  const { amount, unit } = splitOffset(minutes);
  return `${amount} ${amount === 1 ? unit.slice(0, -1) : unit}`;
}

/** What an amount of time counts from. */
export const timingWords: Record<AutomationType, Partial<Record<Timing, string>>> = {
  interviewReminder: {
    before: 'before the interview',
    after: 'after the interview starts',
    onTime: 'when the interview starts',
  },
  onboardingMessage: {
    before: 'before the start date',
    after: 'after the start date',
    onTime: 'on the start date',
  },
  stageMessage: { after: 'after a candidate enters', onTime: 'as soon as a candidate enters' },
};

interface Names {
  stage: (id: string) => string;
  sender: (seatId: string | null) => string;
}

/** 1 day before the interview, from the candidate's recruiter */
export function sentenceOf(
  { type, timing, offsetMinutes, jobStageIds, senderSeatId, workingDaysOnly }: Automation,
  names: Names,
): string {
  const words = timingWords[type][timing] ?? '';
  const when = timing === 'onTime' ? words : `${offsetInWords(offsetMinutes)} ${words}`;
  const stages = stagesInWords(jobStageIds.map(names.stage));
  const who = type === 'stageMessage' ? ` ${stages}` : stages && `, for candidates in ${stages}`;
  const days = workingDaysOnly ? ', on working days' : '';
  const sentence = `${when}${who}${days}, ${names.sender(senderSeatId)}`;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function stagesInWords([first = '', ...others]: string[]): string {
  if (others.length > 1) return `${first} or ${others.length} other stages`;
  return [first, ...others].join(' or ');
}

/** Tuesday, December 1 at 9:00 AM their time; by the reader's clock where theirs isn't known. */
export function momentIn(iso: string, timezone: string | null, here: string): string {
  return timezone !== null && isKnownZone(timezone)
    ? `${dayAndTime(iso, timezone)} their time`
    : `${dayAndTime(iso, here)} your time`;
}

/** The same moment by their clock, where that shows something else: 7:00 AM their time. */
export function theirTime(iso: string, timezone: string | null, here: string): string | null {
  if (timezone === null || !isKnownZone(timezone)) return null;
  const there = timeOfDay(iso, timezone);
  if (dayOf(iso, timezone) !== dayOf(iso, here)) return `${weekday(iso, timezone)} ${there} their time`;
  return there === timeOfDay(iso, here) ? null : `${there} their time`;
}

/** Today, Tomorrow, or Tuesday, December 1. */
export function dayHeading(iso: string, timezone: string, now = new Date()): string {
  const name = dayName(iso, timezone, now);
  return /\d/.test(name) ? `${weekday(iso, timezone)}, ${name}` : name;
}

/** Screening, Dec 1, 9:00 AM */
export const subjectInWords = ({ title, at }: { title: string; at: string }, timezone: string): string =>
  `${title}, ${shortDateTime(at, timezone)}`;

export const statusWords: Record<PlannedStatus, { label: string; color: string }> = {
  planned: { label: 'Planned', color: 'iris' },
  held: { label: 'Held', color: 'orange' },
  sent: { label: 'Sent', color: 'teal' },
  skipped: { label: 'Skipped', color: 'gray' },
  canceled: { label: 'Canceled', color: 'gray' },
};

/** 1 text, 31 texts */
export const textsInWords = (count: number): string => counted(count, 'text');
