import type { z } from 'zod';
import { atLists } from './form-errors.ts';

/** Validates a form by the very schema of the contract that the server will apply. */
export function schemaValidator<Values>(schema: z.ZodType | undefined) {
  return (values: Values): Record<string, string> => {
    const parsed = schema?.safeParse(values);
    if (!parsed || parsed.success) return {};
    const errors: Record<string, string> = {};
    for (const issue of parsed.error.issues) {
      const field = issue.path.map(String).join('.');
      errors[field] ??= issue.message;
    }
    return atLists(errors);
  };
}
