import { whenClockShows } from '../../../local-time.ts';
import type { FakeClock } from '../../ats/fakes/fake-ats.ts';
import type { FakeAtsRequest, FakeAtsServer } from '../../ats/fakes/fake-ats-server.ts';
import type { BusyTime, CalendarAccess } from '../port.ts';

/** A provider's calendar, as the suite and tests of the product drive it: its person enters events, and its API answers at `url`. */
export interface FakeCalendar {
  /** What `<PREFIX>_API_BASE_URL` is set to. */
  url: string;
  /** What lets us in. */
  access: CalendarAccess;
  clock: FakeClock;
  requests: FakeAtsRequest[];
  /** Parameters and fields that no description of the API knows. The suite wants none. */
  misuse: string[];
  faults: Pick<FakeAtsServer['faults'], 'next' | 'clear'>;
  /** The person ends our access there. */
  revoke(): void;
  /** Null: there are no tokens. */
  consents: FakeConsents | null;
  add(event: NewFakeEvent): void;
  /** Titles of what is in the calendar and takes place. */
  titles(): string[];
  /** Null: no one can write to it. */
  remove: ((title: string) => void) | null;
  stop(): Promise<void>;
}

export interface FakeConsents {
  /** The person consents, perhaps to less than they were asked for. */
  grant(redirectUri: string, scopes?: string[]): string;
  expireTokens(): void;
  /** To this from now on, whatever they were granted. */
  limitTo(scopes: string[]): void;
  /** How often tokens were given for a refresh token. */
  renewals(): number;
}

export interface NewFakeEvent {
  title: string;
  /** By the clock of `timezone`, e.g. 2026-11-05T09:00, or of whole days: 2026-11-05. */
  start: string;
  end: string;
  /** The person's own by default. */
  timezone?: string;
  free?: true;
  canceled?: true;
  /** So many weeks in a row, but for those of the named weeks, counted from 0. */
  weeks?: { count: number; without?: number[]; moved?: { week: number; start: string; end: string } };
}

/** Of whose calendar it is. */
export const PERSON = { email: 'ana@corp.example', timezone: 'America/New_York' };

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
export const isDay = (time: string) => !time.includes('T');
export const wallOf = (time: string) => Date.parse(isDay(time) ? `${time}T00:00Z` : `${time}Z`);

export interface FakeSpan extends BusyTime {
  /** As its clock shows it. */
  walls: [number, number];
}

/** Each time it takes place. */
export function spansOf({ start, end, timezone = PERSON.timezone, weeks }: NewFakeEvent): FakeSpan[] {
  const span = (from: number, to: number): FakeSpan => ({
    startsAt: new Date(whenClockShows(from, timezone, from)),
    endsAt: new Date(whenClockShows(to, timezone, to)),
    walls: [from, to],
  });
  const { count, without = [], moved } = { count: 1, ...weeks };
  return Array.from({ length: count }, (_, week) => week)
    .filter((week) => !without.includes(week))
    .map((week) =>
      moved?.week === week
        ? span(wallOf(moved.start), wallOf(moved.end))
        : span(wallOf(start) + week * WEEK_MS, wallOf(end) + week * WEEK_MS),
    );
}

export const touches = ({ startsAt, endsAt }: BusyTime, from: Date, to: Date) =>
  startsAt < to && endsAt > from;

/** As people's programs write it, with fields that no one asks for. */
export function icalendarOf(event: NewFakeEvent, uid: string): string {
  const { timezone = PERSON.timezone, weeks } = event;
  const time = (name: string, wall: number) =>
    isDay(event.start)
      ? `${name};VALUE=DATE:${stampOf(wall).slice(0, 8)}`
      : `${name};TZID=${timezone}:${stampOf(wall)}`;
  const component = (start: number, end: number, more: string[]) => [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'DTSTAMP:20261001T000000Z',
    time('DTSTART', start),
    time('DTEND', end),
    `SUMMARY:${event.title}`,
    `DESCRIPTION:Bring \\n this\\, and that. ${'x'.repeat(40)}`,
    ` ${'y'.repeat(70)}`,
    `TRANSP:${event.free ? 'TRANSPARENT' : 'OPAQUE'}`,
    `STATUS:${event.canceled ? 'CANCELLED' : 'CONFIRMED'}`,
    ...more,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-PT15M',
    'END:VALARM',
    'END:VEVENT',
  ];
  const start = wallOf(event.start);
  const week = (index: number) => start + index * WEEK_MS;
  const { moved } = weeks ?? {};
  return [
    ...component(start, wallOf(event.end), [
      ...(weeks ? [`RRULE:FREQ=WEEKLY;COUNT=${weeks.count}`] : []),
      ...(weeks?.without ?? []).map((index) => time('EXDATE', week(index))),
    ]),
    ...(moved
      ? component(wallOf(moved.start), wallOf(moved.end), [time('RECURRENCE-ID', week(moved.week))])
      : []),
  ].join('\r\n');
}

const stampOf = (wall: number) => new Date(wall).toISOString().replace(/[-:]|\.\d+Z/g, '');

export const calendarOf = (events: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Fake//EN', ...events, 'END:VCALENDAR', ''].join('\r\n');
