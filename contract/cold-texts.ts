import { z } from 'zod';
import { Id, Timestamp } from './primitives.ts';

/* How often a company texts someone who doesn't answer. */

/** A candidate who wrote or called within these days isn't cold. */
export const WARM_DAYS = 30;
/** What one person texts a number again within these minutes is part of the same touch. */
export const SAME_TOUCH_MINUTES = 15;
export const MAX_COLD_TEXTS_PER_WEEK = 50;

export const EvenIfTooMany = z
  .boolean()
  .optional()
  .describe('Send it after `too_many_cold_texts`. The audit log records it.');

export const ColdTouch = z.object({
  at: Timestamp.describe('When it went out, or will.'),
  by: z
    .object({ id: Id, firstName: z.string() })
    .nullable()
    .describe(
      'Who typed it, or sent the broadcast. Null for what no person typed, and for people who were erased.',
    ),
  via: z.enum(['text', 'broadcast', 'automation']),
});
export type ColdTouch = z.infer<typeof ColdTouch>;
