import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';

/* Between an instant and what a field for date and time shows of it, by the clock of a timezone that is not the browser's. */

dayjs.extend(utc);
dayjs.extend(timezone);

const FIELD = 'YYYY-MM-DDTHH:mm';

/** 2026-11-23T09:00; empty for no instant. */
export function fieldOf(iso: string | null, timeZone: string): string {
  return iso === null ? '' : dayjs(iso).tz(timeZone).format(FIELD);
}

/** The instant at which that clock shows the field's value; null for an empty or unfinished field. */
export function instantOf(field: string, timeZone: string): string | null {
  if (field === '') return null;
  const instant = dayjs.tz(field, timeZone);
  return instant.isValid() ? instant.toISOString() : null;
}

/** From the start of one day to the end of another, as date fields give them, by that clock; each may be empty. */
export function rangeOfDays(
  firstDay: string,
  lastDay: string,
  timeZone: string,
): { from: string | undefined; until: string | undefined } {
  const startOf = (day: string) => (day && instantOf(`${day}T00:00`, timeZone)) || undefined;
  const after = Date.parse(`${lastDay}T00:00:00Z`) + DAY_MS;
  return {
    from: startOf(firstDay),
    until: Number.isNaN(after) ? undefined : startOf(new Date(after).toISOString().slice(0, 10)),
  };
}

export const SKIPPED = 'The clocks go forward that day and skip this time. Choose another one.';
export const TWICE = 'The clocks go back that day, and this time comes twice. This is the earlier one.';

const DAY_MS = 24 * 3600_000;

/**
 * When that clock shows the field's value: the first time, where the clocks go back and show it twice; never (null), where they go
 * forward and skip it.
 */
export function clockTime(field: string, timeZone: string): { instant: string | null; isTwice: boolean } {
  const wall = dayjs.utc(field).valueOf();
  if (Number.isNaN(wall)) return { instant: null, isTwice: false };
  // By the offset before and after a change of the clocks; without one they are the same.
  const offsets = [wall - DAY_MS, wall + DAY_MS].map((near) => dayjs(near).tz(timeZone).utcOffset());
  const instants = [...new Set(offsets)]
    .map((minutes) => wall - minutes * 60_000)
    .sort((a, b) => a - b)
    .map((at) => new Date(at).toISOString())
    .filter((iso) => fieldOf(iso, timeZone) === field);
  return { instant: instants[0] ?? null, isTwice: instants.length > 1 };
}

const MINUTE_MS = 60_000;

/** As `clockTime`; where the clocks skip the field's value, the first minute after that. Null for an unfinished field. */
export function firstTimeFrom(field: string, timeZone: string): string | null {
  const { instant } = clockTime(field, timeZone);
  const wall = dayjs.utc(field).valueOf();
  if (instant !== null || Number.isNaN(wall)) return instant;
  const offsetAt = (at: number) => dayjs(at).tz(timeZone).utcOffset();
  const after = offsetAt(wall + DAY_MS);
  let skipped = wall - after * MINUTE_MS;
  let shown = wall - offsetAt(wall - DAY_MS) * MINUTE_MS;
  while (shown - skipped > MINUTE_MS) {
    const middle = skipped + Math.floor((shown - skipped) / 2 / MINUTE_MS) * MINUTE_MS;
    if (offsetAt(middle) === after) shown = middle;
    else skipped = middle;
  }
  return new Date(shown).toISOString();
}

/** Nine o'clock of the next day and the next Monday by that clock; null where it's skipped, and for a Monday that is the next day. */
export function mornings(now: Date, timeZone: string): { tomorrow: string | null; monday: string | null } {
  const today = fieldOf(now.toISOString(), timeZone).slice(0, 10);
  const morning = (days: number) => {
    const date = new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, 10);
    return clockTime(`${date}T09:00`, timeZone).instant;
  };
  const untilMonday = (8 - new Date(today).getUTCDay()) % 7 || 7;
  return { tomorrow: morning(1), monday: untilMonday === 1 ? null : morning(untilMonday) };
}
