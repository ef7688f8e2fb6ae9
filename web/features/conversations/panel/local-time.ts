import { dayOf, isKnownZone, timeOfDay, weekday } from '../../../lib/dates.ts';

/** 3:05 PM their time. Both times if the number may be in two zones, and the day if it differs from here. */
export function localTime(zones: string[], now: Date, here = 'UTC'): string {
  const at = now.toISOString();
  const clocks = new Set(
    zones.filter(isKnownZone).map((zone) => {
      const time = timeOfDay(at, zone);
      return dayOf(at, zone) === dayOf(at, here) ? time : `${weekday(at, zone)} ${time}`;
    }),
  );
  if (clocks.size === 0 || clocks.size > 2) return 'Not known';
  return `${[...clocks].join(' or ')} their time`;
}
