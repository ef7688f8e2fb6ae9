import { dayName } from '../../lib/dates.ts';

const MINUTE_MS = 60_000;

/** When a person last used Hiretext, which is known to within five minutes. */
export function lastActive(iso: string | null, timezone: string, now: Date): string {
  if (iso === null) return 'Never active';
  const minutes = Math.floor((now.getTime() - Date.parse(iso)) / MINUTE_MS);
  if (minutes < 6) return 'Active now';
  if (minutes < 60) return `Active ${minutes} min ago`;
  if (minutes < 24 * 60) return `Active ${Math.floor(minutes / 60)} h ago`;
  if (minutes < 7 * 24 * 60) {
    const days = Math.floor(minutes / (24 * 60));
    return `Active ${days} ${days === 1 ? 'day' : 'days'} ago`;
  }
  return `Active ${dayName(iso, timezone, now)}`;
}
