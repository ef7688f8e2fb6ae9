import { daysBetween } from '../../lib/dates.ts';
import { counted } from '../../lib/words.ts';

export function timeInStage(since: string, timezone: string, now: Date): string {
  const days = daysBetween(since, now, timezone);
  if (days < 1) return 'New today';
  return `${counted(days, 'day')} in stage`;
}
