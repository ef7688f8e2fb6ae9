const DAY_MS = 24 * 60 * 60 * 1000;
/** Of these days it's known that clocks don't change and change back in one of them. */
const [FIRST_DAY, LAST_DAY] = [Date.UTC(2000) / DAY_MS, Date.UTC(2100) / DAY_MS];

/** A wall clock's reading, as if it were UTC: arithmetic on it knows of no daylight saving. In ms. */
export function wallClock(instant: number, zone: string): number {
  const day = Math.floor(instant / DAY_MS);
  if (day >= FIRST_DAY && day < LAST_DAY) {
    const offset = offsetAtStart(day, zone);
    if (offset === offsetAtStart(day + 1, zone)) return instant + offset;
  }
  return readClock(instant, zone);
}

/** A look at the clock costs hundreds of times what adding does, and a month of free times takes thousands. */
const offsets = new Map<string, Map<number, number>>();
const MOST_DAYS = 5000;

function offsetAtStart(day: number, zone: string): number {
  let known = offsets.get(zone);
  if (known === undefined || known.size >= MOST_DAYS) {
    if (offsets.size >= MOST_FORMATS) offsets.clear();
    known = new Map();
    offsets.set(zone, known);
  }
  let offset = known.get(day);
  if (offset === undefined) {
    offset = readClock(day * DAY_MS, zone) - day * DAY_MS;
    known.set(day, offset);
  }
  return offset;
}

function readClock(instant: number, zone: string): number {
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

/** Making a formatter costs thousands of times what using it does. However a zone is written, there is one. Null: no such zone. */
const formats = new Map<string, Intl.DateTimeFormat | null>();
/** More zones than there are: offsets can be written as names too, and by anyone. */
const MOST_FORMATS = 1000;

function formatOf(zone: string): Intl.DateTimeFormat {
  const name = zone.toLowerCase();
  let format = formats.get(name);
  if (format === undefined) {
    format = makeFormat(zone);
    if (formats.size >= MOST_FORMATS) formats.clear();
    formats.set(name, format);
  }
  if (format === null) throw new RangeError('There is no such zone');
  return format;
}

function makeFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    return null;
  }
}

export function isZone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}
