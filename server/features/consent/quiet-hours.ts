import type { TextingDays, TextingHours } from '../../../contract/texting-hours.ts';
import { areaCodeOf, findAreaCode, zonesOfNumber } from '../../area-codes.ts';
import { isZone, wallClock, whenClockShows } from '../../local-time.ts';
import { findZipArea } from '../../zip-codes.ts';
import { DEFAULT_HOURS } from './default-hours.ts';
import { isHoliday } from './holidays.ts';

/** Hours of the day, 0 to 24, by the recipient's clock. The end is no longer open. */
interface Span {
  from: number;
  to: number;
}

interface TextingHoursSettings {
  everywhere: Span;
  /** Stricter states. Of several rows about a day, all count. */
  rows: readonly TextingHours[];
}

/** 47 CFR 64.1200(c)(1): no row makes it later or earlier. */
const EVERYWHERE: Span = { from: 8, to: 21 };

export const usTextingHours: TextingHoursSettings = { everywhere: EVERYWHERE, rows: DEFAULT_HOURS };

/** The rows of a company; null: it goes by the defaults. */
const settingsOf = (hours: readonly TextingHours[] | null): TextingHoursSettings =>
  hours === null ? usTextingHours : { everywhere: EVERYWHERE, rows: hours };

/** What says where someone may be. */
export interface Place {
  /** IANA name as the candidate stated it. */
  timezone: string | null;
  /** Where they live, if they didn't state the zone; null: go by the number. */
  zipCode: string | null;
  /** E.164. */
  phoneNumber: string;
}

export interface TextedPerson extends Place {
  /** The texting hours of the company; null or left out: those that come with Hiretext. */
  hours?: readonly TextingHours[] | null;
}

/** Null: may be texted now. Otherwise, when that is possible. Asked when a text is queued and again when it is sent. */
export function nextSendAt(
  now: Date,
  person: TextedPerson,
  settings: TextingHoursSettings = settingsOf(person.hours ?? null),
): Date | null {
  const { isOpen, opensAt } = quietHoursAt(now, zonesOf(person), regionOf(person), settings);
  return isOpen ? null : opensAt;
}

/** The last instant, `at` or before, at which the person may be texted. */
export function lastSendAt(
  at: Date,
  person: TextedPerson,
  settings: TextingHoursSettings = settingsOf(person.hours ?? null),
): Date {
  return lastAllowed(at, zonesOf(person), regionOf(person), settings);
}

/** Every zone the person may be in. */
export function zonesOf(person: Place): string[] {
  // A renamed or mistyped zone is as good as none.
  if (person.timezone !== null && isZone(person.timezone)) return [person.timezone];
  return findZipArea(person.zipCode)?.zones ?? zonesOfNumber(person.phoneNumber);
}

/** Of the zones the person may be in, the one whose clock is furthest behind at that time; null without any. */
export function slowestZoneOf(at: Date, person: Place): string | null {
  const [first, ...rest] = zonesOf(person);
  const clock = (zone: string) => wallClock(at.getTime(), zone);
  return rest.reduce((one, other) => (clock(other) < clock(one) ? other : one), first ?? '') || null;
}

/** The state whose hours count. */
function regionOf(person: Place): string | null {
  const area = findZipArea(person.zipCode);
  if (area !== null) return area.state;
  const code = areaCodeOf(person.phoneNumber);
  return code === null ? null : (findAreaCode(code)?.state ?? null);
}

/** Texting is open when it is open in all zones. `opensAt` is `now` then. */
export function quietHoursAt(
  now: Date,
  zones: string[],
  region: string | null = null,
  settings: TextingHoursSettings = usTextingHours,
): { isOpen: boolean; opensAt: Date } {
  const opensAt = nextAllowed(now, zones, region, settings);
  return { isOpen: opensAt.getTime() === now.getTime(), opensAt };
}

/** More rounds than any set of zones needs: each passes at least one closing time. */
const MOST_ROUNDS = 64;

/** The first instant, `now` or later, at which texting is open in all zones. */
export function nextAllowed(
  now: Date,
  zones: string[],
  region: string | null = null,
  settings: TextingHoursSettings = usTextingHours,
): Date {
  const hours = hoursIn(region, settings);
  let instant = now.getTime();
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const latest = Math.max(instant, ...zones.map((zone) => opening(instant, zone, hours)));
    if (latest === instant) return new Date(instant);
    instant = latest;
  }
  // Never open in all of them, as far as we looked. By then someone may have changed the hours.
  return new Date(instant);
}

/** The last instant, `at` or before, at which texting is open in all zones; the last minute of a day where it isn't then. */
export function lastAllowed(
  at: Date,
  zones: string[],
  region: string | null = null,
  settings: TextingHoursSettings = usTextingHours,
): Date {
  const hours = hoursIn(region, settings);
  let instant = at.getTime();
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const earliest = Math.min(instant, ...zones.map((zone) => lastMinute(instant, zone, hours)));
    if (earliest === instant) return new Date(instant);
    instant = earliest;
  }
  return new Date(instant);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A company that closes all days, which it can't, would be asked again after so many. */
const MOST_DAYS = 14;

interface Hours {
  everywhere: Span;
  rows: readonly TextingHours[];
}

function hoursIn(region: string | null, { everywhere, rows }: TextingHoursSettings): Hours {
  return { everywhere, rows: rows.filter(({ state }) => state === region) };
}

/** `instant` itself when texting is open in the zone, else when it opens next. */
function opening(instant: number, zone: string, hours: Hours): number {
  const wall = wallClock(instant, zone);
  const midnight = Math.floor(wall / DAY) * DAY;
  for (let day = midnight; day < midnight + MOST_DAYS * DAY; day += DAY) {
    const open = hoursOn(day, hours);
    if (open === null || wall >= day + open.to * HOUR) continue;
    if (wall >= day + open.from * HOUR) return instant;
    return whenClockShows(day + open.from * HOUR, zone, instant);
  }
  return whenClockShows(midnight + MOST_DAYS * DAY, zone, instant);
}

/** `instant` itself when texting is open in the zone, else the last minute in which it was. */
function lastMinute(instant: number, zone: string, hours: Hours): number {
  const wall = wallClock(instant, zone);
  const midnight = Math.floor(wall / DAY) * DAY;
  for (let day = midnight; day > midnight - MOST_DAYS * DAY; day -= DAY) {
    const open = hoursOn(day, hours);
    if (open === null || wall < day + open.from * HOUR) continue;
    if (wall < day + open.to * HOUR) return instant;
    return whenClockShows(day + open.to * HOUR - MINUTE, zone, instant);
  }
  return whenClockShows(midnight - MOST_DAYS * DAY, zone, instant);
}

/** Null: closed all day. */
function hoursOn(midnight: number, { everywhere, rows }: Hours): Span | null {
  const { from, to } = rows.reduce(
    (open, row) =>
      isAbout(row.days, midnight)
        ? { from: Math.max(open.from, row.from), to: Math.min(open.to, row.to) }
        : open,
    everywhere,
  );
  return from < to ? { from, to } : null;
}

function isAbout(days: TextingDays, midnight: number): boolean {
  const weekday = new Date(midnight).getUTCDay();
  switch (days) {
    case 'everyDay':
      return true;
    case 'mondayToFriday':
      return weekday >= 1 && weekday <= 5;
    case 'saturday':
      return weekday === 6;
    case 'sunday':
      return weekday === 0;
    case 'holidays':
      return isHoliday(midnight);
  }
}

/** Of a state, whether its rows leave an hour of an ordinary weekday. */
export function leavesWeekdays(rows: readonly TextingHours[], state: string): boolean {
  const own = rows.filter((row) => row.state === state && row.days !== 'holidays');
  return [1, 2, 3, 4, 5].some((day) => {
    const open = hoursOn(Date.UTC(2026, 2, day + 1), { everywhere: EVERYWHERE, rows: own });
    return open !== null && open.to - open.from >= 1;
  });
}
