import { DAYS, type HoursInput } from '../../../../contract/time-offers.ts';
import { wallClock, whenClockShows } from '../../../local-time.ts';

export interface Span {
  startsAt: Date;
  endsAt: Date;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const GRID = 15 * MINUTE;

/** Hours of the day at which no one minds an interview. */
const DAY_BEGINS = 8 * HOUR;
const DAY_ENDS = 21 * HOUR;

export function overlaps(one: Span, others: Span[]): boolean {
  return others.some((other) => other.startsAt < one.endsAt && other.endsAt > one.startsAt);
}

/** In every zone that the candidate may be in. */
export function isDaytime({ startsAt, endsAt }: Span, zones: string[]): boolean {
  return zones.every((zone) => {
    const start = wallClock(startsAt.getTime(), zone);
    const midnight = Math.floor(start / DAY) * DAY;
    return start >= midnight + DAY_BEGINS && wallClock(endsAt.getTime(), zone) <= midnight + DAY_ENDS;
  });
}

export function spanOf(startsAt: Date, minutes: number): Span {
  return { startsAt, endsAt: new Date(startsAt.getTime() + minutes * MINUTE) };
}

export function earliestAt(now: Date, hours: Pick<HoursInput, 'earliestHours'>): Date {
  return new Date(now.getTime() + hours.earliestHours * HOUR);
}

interface Asked {
  now: Date;
  from: Date;
  to: Date;
  minutes: number;
  hours: HoursInput;
  /** The person's. */
  zone: string;
  candidateZones: string[];
  busy: Span[];
}

/** Whether nothing busy is at that time, or within so many minutes of it. Called many times, it checks each span once. */
export function freeOf(busy: Span[], minutesBetween: number): (span: Span) => boolean {
  const space = minutesBetween * MINUTE;
  const taken: { from: number; to: number }[] = [];
  const ordered = busy
    .map(({ startsAt, endsAt }) => ({ from: startsAt.getTime() - space, to: endsAt.getTime() + space }))
    .sort((a, b) => a.from - b.from);
  for (const span of ordered) {
    const last = taken.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else taken.push(span);
  }
  return ({ startsAt, endsAt }) => {
    let [first, after] = [0, taken.length];
    while (first < after) {
      const middle = (first + after) >> 1;
      if ((taken[middle]?.to ?? 0) > startsAt.getTime()) after = middle;
      else first = middle + 1;
    }
    return (taken[first]?.from ?? Number.POSITIVE_INFINITY) >= endsAt.getTime();
  };
}

/** On the quarter hour by the person's clock, in order. */
export function freeTimes(asked: Asked): Span[] {
  const { zone, hours } = asked;
  const first = Math.floor(wallClock(asked.from.getTime(), zone) / DAY) * DAY;
  const last = wallClock(asked.to.getTime(), zone);
  const isFree = freeOf(asked.busy, hours.minutesBetween);
  const found: Span[] = [];
  for (let midnight = first; midnight < last; midnight += DAY) {
    // The 1st of January 1970 was a Thursday, the fourth of our days.
    const day = DAYS[(midnight / DAY + 3) % 7];
    const starts = hours.days
      .filter((each) => each.day === day)
      .flatMap(({ from, to }) => startsWithin(midnight + msOf(from), midnight + msOf(to), asked, isFree));
    found.push(...inOrder(starts).map((at) => spanOf(new Date(at), asked.minutes)));
  }
  return found;
}

function msOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * HOUR + minutes * MINUTE;
}

/** Instants at which something of that length fits in, by the clock times `from` and `to`. */
function startsWithin(from: number, to: number, asked: Asked, isFree: (span: Span) => boolean): number[] {
  const { zone, minutes, hours } = asked;
  const earliest = Math.max(asked.from.getTime(), earliestAt(asked.now, hours).getTime());
  const starts: number[] = [];
  for (let wall = Math.ceil(from / GRID) * GRID; wall + minutes * MINUTE <= to; wall += GRID) {
    const at = whenClockShows(wall, zone, wall);
    const span = spanOf(new Date(at), minutes);
    // Where clocks change, it may end later than the clock shows, or not begin at all.
    if (wallClock(at, zone) !== wall || wallClock(span.endsAt.getTime(), zone) > to) continue;
    if (at < earliest || at >= asked.to.getTime()) continue;
    if (!isFree(span) || !isDaytime(span, asked.candidateZones)) continue;
    starts.push(at);
  }
  return starts;
}

function inOrder(starts: number[]): number[] {
  return [...new Set(starts)].sort((a, b) => a - b);
}
