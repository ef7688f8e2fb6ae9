import { EVENTS_DAYS } from '../../../contract/events.ts';
import type { DailyTable } from '../../db/days.ts';

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

/** The log, a partition for each day of the IDs. */
export const EVENTS: DailyTable = { table: 'events', firstAt: firstIdAt, keptMs: EVENTS_DAYS * DAY_MS };
