/** What the variables of each provider begin with at which people sign in to connect their calendar. */
export const CALENDAR_PREFIXES = {
  google: 'GOOGLE_CALENDAR',
  microsoft: 'MICROSOFT_CALENDAR',
} as const;
