import { invalidField } from '../failure.ts';

/**
 * PostgreSQL has no place for a null character in text, nor jsonb for half of a surrogate pair. Refused here, for every
 * field of every call; `value` has been through its schema, so it is no deeper than that.
 */
export function requireStorable<T>(value: T, path: string[] = []): T {
  if (typeof value === 'string') {
    if (value.includes('\u0000') || !value.isWellFormed())
      throw invalidField(path.join('.') || 'body', "Remove the special characters we can't store");
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) {
      requireStorable(name, path);
      requireStorable(part, [...path, name]);
    }
  }
  return value;
}
