import ICAL from 'ical.js';
import { isZone, wallClock, whenClockShows } from '../../local-time.ts';
import { type BusyTime, mergeBusy, type TimeRange } from './busy-times.ts';
import { CalendarTooLarge } from './failures.ts';

/*
 * Busy times in iCalendar files (RFC 5545). Times are counted as wall clocks show them and become instants last, since an
 * event that repeats keeps its hour when clocks change.
 */

/** IANA name of the person's zone: for days, and for times without a zone. */
interface Asked extends TimeRange {
  timezone: string;
  /** Occurrences in the range. */
  mostSpans: number;
}

/** What is left of it. */
interface Tally extends Asked {
  spans: number;
  steps: number;
}

/** What says when. Everything else is left where it came from: it takes long to read, and is often broken. */
const KEPT =
  /^(BEGIN|END|UID|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|STATUS|TRANSP|X-MICROSOFT-CDO-BUSYSTATUS|TZID|TZOFFSETFROM|TZOFFSETTO)[;:]/i;
/** Where a line goes on in the next one. */
const FOLD = /(?:\r\n|\r|\n)[ \t]/g;
const SHOWN_AS_FREE = ['FREE', 'WORKINGELSEWHERE'];
const DAY_MS = 24 * 60 * 60 * 1000;
/** Of rules, from one occurrence to the next: an event of each hour takes them for fifty years. */
const MOST_STEPS = 500_000;
/** No clock is further from UTC. */
const FARTHEST_CLOCK_MS = 2 * DAY_MS;

export const isCalendar = (text: string) =>
  /^\uFEFF?\s*BEGIN:VCALENDAR\s/i.test(text.slice(0, 200).replace(FOLD, ''));

export function nameIn(text: string): string | null {
  const [, name = ''] = /^X-WR-CALNAME(?:;[^:\r\n]*)?:(.*)$/im.exec(text) ?? [];
  return name.replace(/\\([,;\\])/g, '$1').trim() || null;
}

/**
 * Throws what can't be read as a whole, and `CalendarTooLarge` for what has more occurrences than anyone's. An event that can't be
 * read is left out.
 */
export function busyIn(texts: readonly string[], asked: Asked): BusyTime[] {
  const tally = { ...asked, spans: asked.mostSpans, steps: MOST_STEPS };
  const times = texts.flatMap(calendarsIn).flatMap((calendar) => busyInCalendar(calendar, tally));
  return mergeBusy(times, asked);
}

function take(tally: Tally, what: 'spans' | 'steps'): void {
  tally[what] -= 1;
  if (tally[what] < 0) throw new CalendarTooLarge(`read the calendar: too many ${what}`);
}

function calendarsIn(text: string): ICAL.Component[] {
  const kept = text
    .replace(FOLD, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => KEPT.test(line));
  const parsed: unknown[] = ICAL.parse(kept.join('\n'));
  const roots = Array.isArray(parsed[0]) ? parsed : [parsed];
  return roots.map((root) => withZones(new ICAL.Component(root as [string, unknown[], unknown[]])));
}

/** The library looks through the whole calendar for the zone of each time. */
function withZones(calendar: ICAL.Component): ICAL.Component {
  const zones = new Map<string, ICAL.Timezone>();
  for (const component of calendar.getAllSubcomponents('vtimezone')) {
    const tzid = String(component.getFirstPropertyValue('tzid') ?? '');
    if (!zones.has(tzid)) zones.set(tzid, new ICAL.Timezone({ component, tzid }));
  }
  calendar.getTimeZoneByID = (tzid) => zones.get(tzid) as ICAL.Timezone;
  return calendar;
}

function busyInCalendar(calendar: ICAL.Component, asked: Tally): BusyTime[] {
  const events = calendar.getAllSubcomponents('vevent');
  const changed = changedOccurrences(events, asked.timezone);
  return events
    .filter(isBusy)
    .flatMap((event) => orNothing(() => timesOf(event, asked, changed.get(uidOf(event)))));
}

/** One event that can't be read takes the others nothing. */
function orNothing<T>(read: () => T[]): T[] {
  try {
    return read();
  } catch (error) {
    if (error instanceof CalendarTooLarge) throw error;
    return [];
  }
}

const uidOf = (event: ICAL.Component) => String(event.getFirstPropertyValue('uid') ?? '');

/** Starts of the occurrences that have their own event, by what they are occurrences of. */
function changedOccurrences(events: ICAL.Component[], timezone: string): Map<string, Set<number>> {
  const changed = new Map<string, Set<number>>();
  for (const event of events) {
    const property = event.getFirstProperty('recurrence-id');
    if (property === null) continue;
    const starts = changed.get(uidOf(event)) ?? new Set();
    for (const start of orNothing(() => instantsOf(property, timezone))) starts.add(start);
    changed.set(uidOf(event), starts);
  }
  return changed;
}

function isBusy(event: ICAL.Component): boolean {
  const wordIn = (name: string) => String(event.getFirstPropertyValue(name) ?? '').toUpperCase();
  return (
    wordIn('transp') !== 'TRANSPARENT' &&
    wordIn('status') !== 'CANCELLED' &&
    !SHOWN_AS_FREE.includes(wordIn('x-microsoft-cdo-busystatus'))
  );
}

function timesOf(event: ICAL.Component, asked: Tally, changed: Set<number> | undefined): BusyTime[] {
  const property = event.getFirstProperty('dtstart');
  const start = timeIn(property);
  if (property === null || start === null) return [];
  const zone = zoneOf(property, start, asked.timezone);
  const isOccurrence = event.hasProperty('recurrence-id');
  const { walls, lasts } = lengthOf(event, start, asked.timezone);
  const longest = Math.max(walls, lasts, 0);
  const isNear = nearness(asked, longest);
  const instants = (name: string) =>
    event.getAllProperties(name).flatMap((each) => instantsOf(each, asked.timezone, isNear));
  const excluded = new Set(instants('exdate'));
  const isExcluded = (at: number) => excluded.has(at) || (!isOccurrence && changed?.has(at) === true);

  const found: BusyTime[] = [];
  const add = (at: number, end: number) => {
    if (at >= asked.to.getTime() || end <= asked.from.getTime() || isExcluded(at)) return;
    take(asked, 'spans');
    // Not longer than dates can be.
    const endsAt = new Date(Math.min(end, asked.to.getTime()));
    found.push({ startsAt: new Date(Math.max(at, asked.from.getTime())), endsAt });
  };
  for (const wall of isOccurrence
    ? [wallOf(start)]
    : repeated(event, start, { asked, zone, isNear, longest })) {
    const at = zone.instantOf(wall);
    add(at, start.isDate ? zone.instantOf(wall + walls) : at + lasts);
  }
  if (!isOccurrence) for (const at of instants('rdate')) add(at, at + lasts);
  return found;
}

/** Whether what begins then by some clock may touch the range. Cheaper than to know when that is. */
function nearness({ from, to }: TimeRange, lasts: number): (wall: number) => boolean {
  const earliest = from.getTime() - lasts - FARTHEST_CLOCK_MS;
  const latest = to.getTime() + FARTHEST_CLOCK_MS;
  return (wall) => wall > earliest && wall < latest;
}

/** How long it lasts: by the clock on the wall, which counts for days, and really. */
function lengthOf(
  event: ICAL.Component,
  start: ICAL.Time,
  timezone: string,
): { walls: number; lasts: number } {
  const [starts, ends] = ['dtstart', 'dtend'].map((name) => {
    const property = event.getFirstProperty(name);
    const time = timeIn(property);
    return (
      property && time && { wall: wallOf(time), at: zoneOf(property, time, timezone).instantOf(wallOf(time)) }
    );
  });
  if (starts && ends) return { walls: ends.wall - starts.wall, lasts: ends.at - starts.at };
  const duration = event.getFirstPropertyValue('duration');
  const ms = duration instanceof ICAL.Duration ? duration.toSeconds() * 1000 : start.isDate ? DAY_MS : 0;
  return { walls: ms, lasts: ms };
}

/** Clock readings of all that may touch the range. */
function* repeated(
  event: ICAL.Component,
  start: ICAL.Time,
  {
    asked,
    zone,
    isNear,
    longest,
  }: { asked: Tally; zone: Zone; isNear: (wall: number) => boolean; longest: number },
): Generator<number> {
  const rule = event.getFirstPropertyValue('rrule');
  if (!(rule instanceof ICAL.Recur)) {
    yield wallOf(start);
    return;
  }
  if (rule.until) rule.until = floating(untilWall(rule.until, start, zone), start.isDate);
  const last = asked.to.getTime() + FARTHEST_CLOCK_MS;
  const iterator = rule.iterator(soonBefore(rule, start, asked.from.getTime() - longest - FARTHEST_CLOCK_MS));
  for (let time = iterator.next(); time; time = iterator.next()) {
    take(asked, 'steps');
    const wall = wallOf(time);
    if (wall >= last) break;
    if (isNear(wall)) yield wall;
  }
}

function untilWall(until: ICAL.Time, start: ICAL.Time, zone: Zone): number {
  if (until.isDate) return wallOf(until) + (start.isDate ? 0 : DAY_MS - 1000);
  return until.zone === ICAL.Timezone.utcTimezone ? zone.wallAt(wallOf(until)) : wallOf(until);
}

/** What repeats by the day or week since years needn't be counted from then. */
function soonBefore(rule: ICAL.Recur, start: ICAL.Time, from: number): ICAL.Time {
  const wall = wallOf(start);
  const isPlain = Object.keys(rule.parts).every((part) => part === 'BYDAY');
  if (!isPlain || rule.count || !['DAILY', 'WEEKLY'].includes(rule.freq)) return floating(wall, start.isDate);
  // Whole weeks and whole intervals, so that it falls on the same days.
  const step = 7 * rule.interval * DAY_MS;
  const steps = Math.max(Math.floor((from - wall) / step) - 1, 0);
  return floating(wall + steps * step, start.isDate);
}

/** All of EXDATE, RDATE or RECURRENCE-ID. */
function instantsOf(
  property: ICAL.Property,
  timezone: string,
  isNear: (wall: number) => boolean = () => true,
): number[] {
  return property.getValues().flatMap((value: unknown) => {
    const time = value instanceof ICAL.Period ? value.start : value;
    if (!(time instanceof ICAL.Time) || !isNear(wallOf(time))) return [];
    return [zoneOf(property, time, timezone).instantOf(wallOf(time))];
  });
}

function timeIn(property: ICAL.Property | null): ICAL.Time | null {
  const value = property?.getFirstValue();
  return value instanceof ICAL.Time ? value : null;
}

interface Zone {
  instantOf(wall: number): number;
  wallAt(instant: number): number;
}

/** By the IANA tables where they have the name, since files often cover only a few years; then by the file's. */
function zoneOf(property: ICAL.Property, time: ICAL.Time, timezone: string): Zone {
  const tzid = String(property.getFirstParameter('tzid') ?? '');
  if (time.zone === ICAL.Timezone.utcTimezone)
    return { instantOf: (wall) => wall, wallAt: (instant) => instant };
  if (!time.isDate && tzid !== '') {
    if (isZone(tzid)) return ianaZone(tzid);
    const own = property.parent?.getTimeZoneByID(tzid);
    if (own) return fileZone(own);
  }
  return ianaZone(timezone);
}

const ianaZone = (name: string): Zone => ({
  instantOf: (wall) => whenClockShows(wall, name, wall),
  wallAt: (instant) => wallClock(instant, name),
});

const fileZone = (zone: ICAL.Timezone): Zone => ({
  instantOf: (wall) => wall - zone.utcOffset(floating(wall, false)) * 1000,
  wallAt: (instant) => instant + zone.utcOffset(floating(instant, false)) * 1000,
});

const wallOf = ({ year, month, day, hour, minute, second }: ICAL.Time) =>
  Date.UTC(year, month - 1, day, hour, minute, second);

function floating(wall: number, isDate: boolean): ICAL.Time {
  const at = new Date(wall);
  return ICAL.Time.fromData({
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
    isDate,
  });
}
