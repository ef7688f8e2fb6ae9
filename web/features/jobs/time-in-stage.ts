import { daysBetween } from '../../lib/dates.ts';

export function timeInStage(since: string, timezone: string, now: Date): string {
  const days = daysBetween(since, now, timezone);
  if (days < 1) return 'New today';
  return days === 1 ? '1 day in stage' : `${days} days in stage`;
}
