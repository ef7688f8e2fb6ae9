import ICAL from 'ical.js';
import { isZone, wallClock, whenClockShows } from '../../local-time.ts';
import { type BusyTime, mergeBusy, type TimeRange } from './port.ts';

/*
 * Busy times in iCalendar files (RFC 5545). Times are counted as wall clocks show them and become instants last, since an
 * event that repeats keeps its hour when clocks change.
 */

/** IANA name of the person's zone: for days, and for times without a zone. */
interface Asked extends TimeRange {
  timezone: string;
}

/** What tells when. Everything else is left where it came from: it takes long to read, and is often broken. */
const KEPT =
  /^(BEGIN|END|UID|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|STATUS|TRANSP|X-MICROSOFT-CDO-BUSYSTATUS|TZID|TZOFFSETFROM|TZOFFSETTO)[;:]/i;
const SHOWN_AS_FREE = ['FREE', 'WORKINGELSEWHERE'];
const DAY_MS = 24 * 60 * 60 * 1000;

export const isCalendar = (text: string) => /^\uFEFF?\s*BEGIN:VCALENDAR\s/i.test(text);

/** Throws what can't be read as a whole. An event that can't be read is left out. */
export function busyIn(texts: readonly string[], asked: Asked): BusyTime[] {
  const times = texts.flatMap(calendarsIn).flatMap((calendar) => busyInCalendar(calendar, asked));
  return mergeBusy(times, asked);
}

function calendarsIn(text: string): ICAL.Component[] {
  const kept = text
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n')
    .filter((line) => KEPT.test(line));
  const parsed: unknown[] = ICAL.parse(kept.join('\n'));
  const roots = Array.isArray(parsed[0]) ? parsed : [parsed];
  return roots.map((root) => new ICAL.Component(root as [string, unknown[], unknown[]]));
}

function busyInCalendar(calendar: ICAL.Component, asked: Asked): BusyTime[] {
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
  } catch {
    return [];
  }
}

const uidOf = (event: ICAL.Component) => String(event.getFirstPropertyValue('uid') ?? '');

/** Starts of the occurrences that have an event of their own, by what they are occurrences of. */
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

function timesOf(event: ICAL.Component, asked: Asked, changed: Set<number> | undefined): BusyTime[] {
  const property = event.getFirstProperty('dtstart');
  const start = timeIn(property);
  if (property === null || start === null) return [];
  const zone = zoneOf(property, start, asked.timezone);
  const instantOf = (time: ICAL.Time) => zone.instantOf(wallOf(time));
  const isOccurrence = event.hasProperty('recurrence-id');
  const excluded = new Set(
    event.getAllProperties('exdate').flatMap((each) => instantsOf(each, asked.timezone)),
  );
  const isExcluded = (at: number) => excluded.has(at) || (!isOccurrence && changed?.has(at) === true);

  const { walls, lasts } = lengthOf(event, start, asked.timezone);
  const end = (wall: number, at: number) => (start.isDate ? zone.instantOf(wall + walls) : at + lasts);
  const occurrences = isOccurrence ? [start] : repeated(event, start, { ...asked, zone, lasts });
  const times = occurrences.map((time) => {
    const at = instantOf(time);
    return { at, end: end(wallOf(time), at) };
  });
  for (const each of isOccurrence ? [] : event.getAllProperties('rdate'))
    for (const at of instantsOf(each, asked.timezone)) times.push({ at, end: at + lasts });
  return times
    .filter(({ at }) => !isExcluded(at))
    .map(({ at, end: until }) => ({ startsAt: new Date(at), endsAt: new Date(until) }));
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

/** From the first one that may touch the range to the last. */
function repeated(
  event: ICAL.Component,
  start: ICAL.Time,
  { from, to, zone, lasts }: TimeRange & { zone: Zone; lasts: number },
): ICAL.Time[] {
  const rule = event.getFirstPropertyValue('rrule');
  if (!(rule instanceof ICAL.Recur)) return [start];
  if (rule.until) rule.until = floating(untilWall(rule.until, start, zone), start.isDate);
  const iterator = rule.iterator(soonBefore(rule, start, from.getTime() - lasts));
  const found: ICAL.Time[] = [];
  for (let time = iterator.next(); time; time = iterator.next()) {
    const at = zone.instantOf(wallOf(time));
    if (at >= to.getTime()) break;
    if (at + lasts > from.getTime() - DAY_MS) found.push(time.clone());
  }
  return found;
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
function instantsOf(property: ICAL.Property, timezone: string): number[] {
  return property.getValues().flatMap((value: unknown) => {
    const time = value instanceof ICAL.Period ? value.start : value;
    return time instanceof ICAL.Time ? [zoneOf(property, time, timezone).instantOf(wallOf(time))] : [];
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

/** By the world's own tables where they have the name, since files often tell a few years only; then by the file's. */
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
