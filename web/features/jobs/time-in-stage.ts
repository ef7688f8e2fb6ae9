const DAY_MS = 24 * 3600_000;

export function timeInStage(since: string, now: Date): string {
  const days = Math.floor((now.getTime() - Date.parse(since)) / DAY_MS);
  if (days < 1) return 'Less than a day in stage';
  return days === 1 ? '1 day in stage' : `${days} days in stage`;
}
