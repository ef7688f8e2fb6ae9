import { inDigits } from '../../lib/words.ts';

/* One person's texts. The server counts them from a day on, so what lies between two days is the difference. */

export interface Totals {
  totalSentMessages: number;
  totalReceivedMessages: number;
}

/** Before the later of two days. */
export function before(since: Totals, later: Totals): Totals {
  return {
    totalSentMessages: since.totalSentMessages - later.totalSentMessages,
    totalReceivedMessages: since.totalReceivedMessages - later.totalReceivedMessages,
  };
}

export function comparedInWords(now: number, then: number, days: number): string {
  const inThese = `in the ${days} days before`;
  if (now === then) return now === 0 ? `None ${inThese} either` : `As many as ${inThese}`;
  return `${inDigits(Math.abs(now - then))} ${now > then ? 'more' : 'fewer'} than ${inThese}`;
}

/** The first days of this month and of those before, the latest first. */
export function lastMonths(today: string, count: number): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: count }, (_, ago) =>
    new Date(Date.UTC(year, month - 1 - ago, 1)).toISOString().slice(0, 10),
  );
}

/** Of each month, the latest first; those before the first text are left out. */
export function byMonth(months: string[], sinceEach: Totals[]): (Totals & { month: string })[] {
  const all = sinceEach.map((since, index) => {
    const later = sinceEach[index - 1];
    return { month: months[index] ?? '', ...(later ? before(since, later) : since) };
  });
  const first = all.findLastIndex((month) => month.totalSentMessages + month.totalReceivedMessages > 0);
  return all.slice(0, Math.max(first, 0) + 1);
}

const monthNames = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** November 2026 */
export const monthInWords = (day: string): string => monthNames.format(new Date(`${day}T00:00:00Z`));
