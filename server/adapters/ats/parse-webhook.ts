import type { z } from 'zod';
import { BadWebhook } from './failures.ts';
import { parseJson } from './read-reply.ts';

/** What doesn't look like theirs isn't theirs. */
export function parseWebhook<T>(body: Buffer, schema: z.ZodType<T>): T {
  try {
    return schema.parse(parseJson(body.toString('utf8')));
  } catch {
    throw new BadWebhook('not of the expected form');
  }
}
