import { z } from 'zod';

/* What records are made of. A value that can't be kept makes its record one that doesn't fit. */

/** An index has room for it. */
export const TextId = z.string().min(1).max(300);
/** Some write ids as text here and as numbers there. */
export const AnyId = z.union([TextId, z.number().int()]).transform(String);

/** Of a column that counts. */
export const Order = z
  .number()
  .int()
  .min(-(2 ** 31))
  .max(2 ** 31 - 1);

const FIRST_YEAR = Date.UTC(1970, 0, 1);
const LAST_YEAR = Date.UTC(2200, 0, 1);
const isTime = (ms: number) => ms >= FIRST_YEAR && ms < LAST_YEAR;

export const TimeText = z
  .string()
  .max(64)
  .refine((text) => isTime(Date.parse(text)), 'Not a time');
export const TimeMs = z.number().refine(isTime, 'Not a time');
/** YYYY-MM-DD; whatever follows isn't read. */
export const DayText = z
  .string()
  .max(64)
  .refine((text) => /^[1-9]\d{3}-\d\d-\d\d/.test(text) && isTime(Date.parse(text.slice(0, 10))), 'Not a day');

/** Null for what is no zone's name, e.g. "Eastern Time (US & Canada)". */
export function ianaZone(name: string | null | undefined): string | null {
  if (!name?.includes('/')) return null;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
