import { invalidField } from '../../failure.ts';
import { whenClockShows } from '../../local-time.ts';
import { type Place, slowestZoneOf } from '../consent/quiet-hours.ts';

const YEAR_MS = 366 * 24 * 3600_000;

/** When a broadcast goes out: now, at one moment, or at one time on each clock. */
export interface When {
  scheduledAt?: string | undefined;
  localTime?: string | undefined;
}

/** When each person's text goes at the earliest: never before `now`. */
export function sendAtOf({ scheduledAt, localTime }: When, now: Date): (person: Place) => Date {
  if (scheduledAt !== undefined) {
    const at = requireAhead('scheduledAt', Date.parse(scheduledAt), now);
    return () => at;
  }
  if (localTime === undefined) return () => now;
  const wall = Date.parse(`${localTime}Z`);
  requireAhead('localTime', wall + LATEST_ZONE_MS, now);
  return (person) => {
    const zone = slowestZoneOf(new Date(wall), person);
    const at = zone === null ? wall : whenClockShows(wall, zone, wall);
    return new Date(Math.max(at, now.getTime()));
  };
}

/** No clock is further behind. */
const LATEST_ZONE_MS = 12 * 3600_000;

function requireAhead(field: string, at: number, now: Date): Date {
  if (at <= now.getTime()) throw invalidField(field, 'Choose a time that has not passed');
  if (at > now.getTime() + YEAR_MS) throw invalidField(field, 'Choose a time within a year');
  return new Date(at);
}
