import { z } from 'zod';
import { MAX_PAGE_SIZE } from './limits.ts';
import { Name } from './name.ts';

export const Id = z.uuid().describe('ID (UUID).');

export const Timestamp = z.iso.datetime().describe('ISO 8601 in UTC, e.g. 2026-11-21T15:04:05.000Z.');

/** A number as the server stores and returns it. */
export const PhoneNumber = z
  .string()
  .regex(/^\+[1-9]\d{6,14}$/)
  .describe('E.164, e.g. +14155550123.');

/** A number as people type it; the server parses it and answers `Must be a valid phone number` when it can't. */
export const PhoneNumberInput = z
  .string()
  .trim()
  .min(1, 'The phone number is required')
  .max(32, 'Must be a valid phone number')
  .describe('E.164, or a US number in any common format, e.g. (415) 555-0123.');

export const PhoneNumberFormatted = z
  .string()
  .describe('(###) ###-#### for US numbers, international format otherwise.');

export const AreaCode = z
  .string()
  .regex(/^[2-9]\d{2}$/, "Enter a three-digit area code that doesn't start with 0 or 1")
  .describe('Three-digit US area code, e.g. 415.');

export const Email = z
  .string('The email is required')
  .trim()
  .min(1, { error: 'The email is required', abort: true })
  .max(254, 'The email is invalid')
  .pipe(z.email('The email is invalid'))
  .describe('Email address.');

export const Timezone = z
  .string()
  .max(64)
  .refine(isTimezone, 'The timezone is invalid')
  .describe('IANA name, e.g. America/New_York.');

export const AvatarUrl = z
  .string()
  .nullable()
  .describe('Where to get the picture, without credentials, for a limited time. Null without one.');

function isTimezone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}

export const Tag = Name('tag', 40).min(1, 'The tag is required');

export const MOST_TAGS_EACH = 20;

export const Tags = z
  .array(Tag)
  .max(MOST_TAGS_EACH, `Add at most ${MOST_TAGS_EACH} tags`)
  .describe('Up to 20 words or short phrases.');

const DEFAULT_PAGE_SIZE = 10;

/** Query of a list that can grow. */
export const PageQuery = z.object({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_PAGE_SIZE)
    .default(DEFAULT_PAGE_SIZE)
    .describe(`How many to return, 1 to ${MAX_PAGE_SIZE}. Default: ${DEFAULT_PAGE_SIZE}.`),
  cursor: z
    .string()
    .max(300)
    .optional()
    .describe('`nextCursor` from the previous page. Leave it out for the first page.'),
});

export function page<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    nextCursor: z.string().nullable().describe('Pass it as `cursor` to get the next page. Null at the end.'),
  });
}

export const Ok = z.object({ status: z.literal('ok') });
