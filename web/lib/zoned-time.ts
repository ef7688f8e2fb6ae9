import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';

/* Between an instant and what a field for date and time shows of it, by the clock of a timezone that is not the browser's. */

dayjs.extend(utc);
dayjs.extend(timezone);

const FIELD = 'YYYY-MM-DDTHH:mm';

/** 2026-11-23T09:00; empty for no instant. */
export function fieldOf(iso: string | null, timeZone: string): string {
  return iso === null ? '' : dayjs(iso).tz(timeZone).format(FIELD);
}

/** The instant at which that clock shows what the field says; null for an empty or unfinished field. */
export function instantOf(field: string, timeZone: string): string | null {
  if (field === '') return null;
  const instant = dayjs.tz(field, timeZone);
  return instant.isValid() ? instant.toISOString() : null;
}
