import { timeOfDay, weekdayAndTime } from '../../../lib/dates.ts';
import { fieldOf, mornings } from '../../../lib/zoned-time.ts';

export interface SnoozeTime {
  label: string;
  /** Null: until they answer. */
  at: string | null;
  /** Only unless they answer first; the conversation stays in the inbox. */
  isReminder?: boolean;
}

const DAY_MS = 24 * 3600_000;
const LATER_HOURS = 3;

/** What is offered, by the clock of the person's zone. A time that the clocks skip isn't. */
export function snoozeTimes(now: Date, zone: string): SnoozeTime[] {
  const today = fieldOf(now.toISOString(), zone).slice(0, 10);
  const { tomorrow, monday } = mornings(now, zone);
  const later = new Date(
    Math.ceil((now.getTime() + LATER_HOURS * 3600_000) / 900_000) * 900_000,
  ).toISOString();
  const times: SnoozeTime[] = [];
  if (fieldOf(later, zone).startsWith(today))
    times.push({ label: `Later today, ${timeOfDay(later, zone)}`, at: later });
  if (tomorrow) times.push({ label: `Tomorrow, ${timeOfDay(tomorrow, zone)}`, at: tomorrow });
  if (monday)
    times.push({ label: weekdayAndTime(monday, zone, now).replace(/^Mon\b/, 'Monday,'), at: monday });
  times.push({ label: 'Until they answer', at: null });
  times.push({
    label: "In 2 days if they don't answer",
    at: new Date(now.getTime() + 2 * DAY_MS).toISOString(),
    isReminder: true,
  });
  return times;
}
