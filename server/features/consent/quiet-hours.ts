import { areaCodeOf, findAreaCode, zonesOfNumber } from '../../area-codes.ts';
import { isZone, wallClock, whenClockShows } from '../../local-time.ts';

/** Hours of the day, 0 to 24, by the recipient's clock. The end is no longer open. */
interface TextingHours {
  from: number;
  to: number;
  /** Where Sunday differs. */
  sunday?: { from: number; to: number };
}

interface TextingHoursSettings {
  /** 47 CFR 64.1200(c)(1). */
  everywhere: TextingHours;
  /** By two-letter state: stricter laws. */
  states: Record<string, TextingHours>;
}

/** Settings, not law: states change theirs, and a company may want to be stricter still. */
export const usTextingHours: TextingHoursSettings = {
  everywhere: { from: 8, to: 21 },
  states: {
    CT: { from: 9, to: 20 },
    FL: { from: 8, to: 20 },
    MD: { from: 8, to: 20 },
    OK: { from: 8, to: 20 },
    TX: { from: 9, to: 21, sunday: { from: 12, to: 21 } },
  },
};

interface TextedPerson {
  /** IANA name as the candidate stated it; null: go by the number. */
  timezone: string | null;
  /** E.164. */
  phoneNumber: string;
}

/** Null: may be texted now. Otherwise, when that is possible. Asked when a text is queued and again when it is sent. */
export function nextSendAt(
  now: Date,
  person: TextedPerson,
  settings: TextingHoursSettings = usTextingHours,
): Date | null {
  const { isOpen, opensAt } = quietHoursAt(now, zonesOf(person), regionOf(person), settings);
  return isOpen ? null : opensAt;
}

/** The last instant, `at` or before, at which the person may be texted. */
export function lastSendAt(
  at: Date,
  person: TextedPerson,
  settings: TextingHoursSettings = usTextingHours,
): Date {
  return lastAllowed(at, zonesOf(person), regionOf(person), settings);
}

/** Every zone the person may be in. */
export function zonesOf(person: TextedPerson): string[] {
  // A renamed or mistyped zone is as good as none.
  if (person.timezone !== null && isZone(person.timezone)) return [person.timezone];
  return zonesOfNumber(person.phoneNumber);
}

/** Of the zones the person may be in, the one whose clock is furthest behind at that time; null without any. */
export function slowestZoneOf(at: Date, person: TextedPerson): string | null {
  const [first, ...rest] = zonesOf(person);
  const clock = (zone: string) => wallClock(at.getTime(), zone);
  return rest.reduce((one, other) => (clock(other) < clock(one) ? other : one), first ?? '') || null;
}

function regionOf(person: TextedPerson): string | null {
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
  const hours = (region === null ? undefined : settings.states[region]) ?? settings.everywhere;
  let instant = now.getTime();
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const latest = Math.max(instant, ...zones.map((zone) => opening(instant, zone, hours)));
    if (latest === instant) return new Date(instant);
    instant = latest;
  }
  throw new Error(`Texting is never open in all of ${zones.join(', ')}`);
}

/** The last instant, `at` or before, at which texting is open in all zones; the last minute of a day where it isn't then. */
export function lastAllowed(
  at: Date,
  zones: string[],
  region: string | null = null,
  settings: TextingHoursSettings = usTextingHours,
): Date {
  const hours = (region === null ? undefined : settings.states[region]) ?? settings.everywhere;
  let instant = at.getTime();
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const earliest = Math.min(instant, ...zones.map((zone) => lastMinute(instant, zone, hours)));
    if (earliest === instant) return new Date(instant);
    instant = earliest;
  }
  throw new Error(`Texting is never open in all of ${zones.join(', ')}`);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `instant` itself when texting is open in the zone, else when it opens next. */
function opening(instant: number, zone: string, hours: TextingHours): number {
  const wall = wallClock(instant, zone);
  const midnight = Math.floor(wall / DAY) * DAY;
  const today = hoursOn(midnight, hours);
  if (wall < midnight + today.from * HOUR) return whenClockShows(midnight + today.from * HOUR, zone, instant);
  if (wall < midnight + today.to * HOUR) return instant;
  const tomorrow = midnight + DAY;
  return whenClockShows(tomorrow + hoursOn(tomorrow, hours).from * HOUR, zone, instant);
}

/** `instant` itself when texting is open in the zone, else the last minute in which it was. */
function lastMinute(instant: number, zone: string, hours: TextingHours): number {
  const wall = wallClock(instant, zone);
  const midnight = Math.floor(wall / DAY) * DAY;
  const today = hoursOn(midnight, hours);
  if (wall >= midnight + today.to * HOUR)
    return whenClockShows(midnight + today.to * HOUR - MINUTE, zone, instant);
  if (wall >= midnight + today.from * HOUR) return instant;
  const yesterday = midnight - DAY;
  return whenClockShows(yesterday + hoursOn(yesterday, hours).to * HOUR - MINUTE, zone, instant);
}

function hoursOn(midnight: number, hours: TextingHours): { from: number; to: number } {
  const isSunday = new Date(midnight).getUTCDay() === 0;
  return isSunday && hours.sunday !== undefined ? hours.sunday : hours;
}
