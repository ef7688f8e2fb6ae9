import type { z } from 'zod';
import { MAX_VALUES_OF_VENDORS, parseBoundedJson } from '../../bounded-json.ts';
import type { CalendarReply } from './api.ts';
import { CalendarUnavailable } from './failures.ts';

/** The JSON of a reply. What isn't what the vendor says it is, isn't read. */
export function readJson<T>(what: string, { status, text }: CalendarReply, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(parse(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  // Names of fields only; anything else there may be about a person.
  const at = issue?.path.map((part) => (/^\w{1,40}$/.test(String(part)) ? String(part) : '?')).join('.');
  throw new CalendarUnavailable(`${what}: unexpected reply (HTTP ${status}) at ${at || 'the top'}`);
}

function parse(text: string): unknown {
  try {
    return parseBoundedJson(text, MAX_VALUES_OF_VENDORS);
  } catch {
    return undefined;
  }
}
