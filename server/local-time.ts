/** A wall clock's reading, as if it were UTC: arithmetic on it knows of no daylight saving. In ms. */
export function wallClock(instant: number, zone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(instant)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((instant % 1000) + 1000) % 1000);
}

/** The instant near `near` at which the clock of the zone first shows `wall` or, where clocks skip it, what comes after. */
export function whenClockShows(wall: number, zone: string, near: number): number {
  // By the offset before and after a change of the clocks; without one they are the same.
  const one = near + wall - wallClock(near, zone);
  const two = one + wall - wallClock(one, zone);
  if (wallClock(two, zone) === wall) return two;
  if (wallClock(one, zone) === wall) return one;
  let before = Math.min(one, two);
  let after = Math.max(one, two);
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (wallClock(middle, zone) < wall) before = middle;
    else after = middle;
  }
  return after;
}

/** Making a formatter costs thousands of times what using it does. However a zone is written, there is one. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const name = zone.toLowerCase();
  let format = formats.get(name);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(name, format);
  }
  return format;
}

export function isZone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}
