import type { Analytics } from '../../../contract/analytics.ts';

/* What the points of a series are called, by the clocks of the time zone that the days are of. */

export interface PointName {
  /** On the axis. */
  short: string;
  /** Of this point and no other. */
  full: string;
}

type Range = Analytics['range'];

export const unitNames: Record<Range['unit'], string> = {
  hour: 'Hour',
  day: 'Day',
  week: 'Week',
  month: 'Month',
};

export function namePoints(
  series: readonly { startsAt: string }[],
  { unit, timezone, date, enddate }: Range,
): PointName[] {
  const hasYears = date.slice(0, 4) !== enddate.slice(0, 4);
  const year = hasYears ? { year: 'numeric' as const } : {};
  const day = { month: 'short', day: 'numeric' } as const;
  const hour = date === enddate ? ({ hour: 'numeric' } as const) : ({ ...day, hour: 'numeric' } as const);
  const [short, full]: [Intl.DateTimeFormatOptions, Intl.DateTimeFormatOptions] = {
    hour: [{ hour: 'numeric' }, hour] as const,
    day: [day, { weekday: 'short', ...day, ...year }] as const,
    week: [day, { ...day, ...year }] as const,
    month: [
      { month: 'short', ...year },
      { month: 'long', year: 'numeric' },
    ] as const,
  }[unit] as [Intl.DateTimeFormatOptions, Intl.DateTimeFormatOptions];
  const inWords = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: timezone, ...options });
    return series.map(({ startsAt }) => format.format(new Date(startsAt)));
  };
  const names = inWords(full);
  // Where the clocks go back, an hour comes twice.
  const withZone = inWords({ ...full, timeZoneName: 'short' });
  const isTwice = (name: string) => names.indexOf(name) !== names.lastIndexOf(name);
  const shorts = inWords(short);
  return names.map((name, index) => {
    const own = unit === 'hour' && isTwice(name) ? (withZone[index] ?? name) : name;
    return { short: shorts[index] ?? name, full: unit === 'week' ? `Week of ${own}` : own };
  });
}

/** The rest of today isn't without texts; it hasn't been yet. */
export const isToCome = ({ startsAt }: { startsAt: string }): boolean => Date.parse(startsAt) > Date.now();

/** Monday is 1. */
export const weekdays = [
  { weekday: 1, short: 'Mon', full: 'Monday' },
  { weekday: 2, short: 'Tue', full: 'Tuesday' },
  { weekday: 3, short: 'Wed', full: 'Wednesday' },
  { weekday: 4, short: 'Thu', full: 'Thursday' },
  { weekday: 5, short: 'Fri', full: 'Friday' },
  { weekday: 6, short: 'Sat', full: 'Saturday' },
  { weekday: 7, short: 'Sun', full: 'Sunday' },
] as const;

export const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour);

/** 12 AM, 1 PM */
export const hourInWords = (hour: number): string => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`;
