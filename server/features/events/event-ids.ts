import { EVENTS_DAYS } from '../../../contract/events.ts';

/* The ID of an event is a UUIDv7: its time in milliseconds, its number among those of that millisecond, and chance. */

const DAY_MS = 24 * 3600_000;

/** When the event of the ID got into the log. */
export function timeOfEvent(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}

/** The ID that comes before all events from then on. */
export function firstIdAt(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Events of earlier days are gone, or about to go. */
export function keptSince(now: Date): number {
  return now.getTime() - EVENTS_DAYS * DAY_MS;
}

export interface Partition {
  name: string;
  from: string;
  to: string;
}

/** That of the day, in UTC. */
export function partitionOf(ms: number): Partition {
  const day = ms - (ms % DAY_MS);
  return {
    name: `events_${new Date(day).toISOString().slice(0, 10).replaceAll('-', '')}`,
    from: firstIdAt(day),
    to: firstIdAt(day + DAY_MS),
  };
}

/** The end of the day that a partition is for; null if it's none. */
export function endOfPartition(name: string): number | null {
  const [, year, month, day] = /^events_(\d{4})(\d{2})(\d{2})$/.exec(name) ?? [];
  return day === undefined ? null : Date.parse(`${year}-${month}-${day}`) + DAY_MS;
}
