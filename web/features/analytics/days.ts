import { MOST_DAYS } from '../../../contract/analytics.ts';
import type { AnalyticsRange, AnalyticsSearch } from './analytics-search.ts';

/* Which days an address means. Days are 2026-11-21, without a time and so without a zone. */

export interface Days {
  date: string;
  enddate: string;
}

/** What is wrong with the dates, and at which field. */
export type DatesProblem = Partial<Record<'from' | 'to', string>>;

export const rangeNames: Record<AnalyticsRange, string> = {
  today: 'Today',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  month: 'This month',
  dates: 'Choose dates',
};

const DAY_MS = 86_400_000;
const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
export const dayBefore = (day: string, days: number) =>
  new Date(at(day) - days * DAY_MS).toISOString().slice(0, 10);

const isDay = (day: string) =>
  /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(at(day)) && dayBefore(day, 0) === day;

export function daysOf(
  { range = '30d', from = '', to = '' }: Pick<AnalyticsSearch, 'range' | 'from' | 'to'>,
  today: string,
): Days | { problem: DatesProblem } {
  if (range !== 'dates') return { date: firstDays[range](today), enddate: today };
  if (!isDay(from)) return { problem: { from: 'Enter the first day' } };
  if (from > today) return { problem: { from: "The first day can't be in the future" } };
  if (!isDay(to)) return { problem: { to: 'Enter the last day' } };
  if (to < from) return { problem: { to: "The last day can't be before the first" } };
  if (to > today) return { problem: { to: "The last day can't be in the future" } };
  if ((at(to) - at(from)) / DAY_MS >= MOST_DAYS) return { problem: { to: 'Choose at most two years' } };
  return { date: from, enddate: to };
}

const firstDays: Record<Exclude<AnalyticsRange, 'dates'>, (today: string) => string> = {
  today: (today) => today,
  '7d': (today) => dayBefore(today, 6),
  '30d': (today) => dayBefore(today, 29),
  '90d': (today) => dayBefore(today, 89),
  month: (today) => `${today.slice(0, 8)}01`,
};

const dates = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Nov 3, 2026 or Oct 25 – Nov 23, 2026 */
export const daysInWords = ({ date, enddate }: Days): string =>
  dates.formatRange(at(date), at(enddate)).replaceAll('\u2009', ' ');
