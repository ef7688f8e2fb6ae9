import type { Interview, InterviewStatus } from '../../../contract/interviews.ts';
import { dayOf, isKnownZone, monthDay, timeOfDay, weekday } from '../../lib/dates.ts';
import { counted } from '../../lib/words.ts';

export const statusWords: Record<InterviewStatus, string> = {
  scheduled: 'Scheduled',
  confirmed: 'Confirmed',
  canceled: 'Canceled',
  declined: 'Declined',
};

type Times = Pick<Interview, 'startsAt' | 'endsAt'>;

/** Tuesday, Mar 3, 9:00 AM to 10:00 AM */
export function spanIn({ startsAt, endsAt }: Times, zone: string, now = new Date()): string {
  const end =
    dayOf(startsAt, zone) === dayOf(endsAt, zone) ? timeOfDay(endsAt, zone) : momentIn(endsAt, zone, now);
  return `${momentIn(startsAt, zone, now)} to ${end}`;
}

/** Tuesday, Mar 3, 9:00 AM */
export const momentIn = (iso: string, zone: string, now = new Date()) =>
  `${weekday(iso, zone)}, ${monthDay(iso, zone, now)}, ${timeOfDay(iso, zone)}`;

/** The same by the clock of the interview, where that shows something else: 8:00 AM to 9:00 AM their time. */
export function spanThere(
  interview: Times & Pick<Interview, 'timezone' | 'candidateTimezone'>,
  here: string,
): string | null {
  const { startsAt, endsAt, timezone, candidateTimezone } = interview;
  if (timezone === null || !isKnownZone(timezone)) return null;
  const there = spanIn(interview, timezone);
  if (there === spanIn(interview, here)) return null;
  const isSameDay = [startsAt, endsAt].every((at) => dayOf(at, timezone) === dayOf(startsAt, here));
  const span = isSameDay ? `${timeOfDay(startsAt, timezone)} to ${timeOfDay(endsAt, timezone)}` : there;
  return `${span} ${timezone === candidateTimezone ? 'their' : placeOf(timezone)} time`;
}

/** New York */
const placeOf = (zone: string) => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');

/** 45 minutes, 1 hour, 1 hour 30 minutes */
export function lengthInWords(minutes: number): string {
  const count = (value: number, unit: string) => (value === 0 ? '' : counted(value, unit));
  return `${count(Math.floor(minutes / 60), 'hour')} ${count(minutes % 60, 'minute')}`.trim();
}
