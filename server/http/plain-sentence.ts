import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

/**
 * The sentence for a field whose schema has none for the mistake, in the words of those in the
 * contract ("The {field} is required"). Give it to `z.config({ customError })`.
 */
export function plainSentence(issue: Issue): string {
  const name = nameOf(issue.path ?? []);
  const field = `The ${name}`;
  const choice = choiceOf(name);
  const is = PLURAL.test(name) ? 'are' : 'is';
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return choice ?? `${field} ${is} required`;
      return `${field} ${kinds[issue.expected] ?? `${is} invalid`}`;
    case 'invalid_value':
      return `${field} must be ${listed(issue.values)}`;
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return `${field} ${is} required`;
      return `${field} ${isNumber(issue.origin) ? 'must be' : 'must have'} at least ${measured(issue.origin, issue.minimum)}`;
    case 'too_big':
      if (issue.origin === 'string')
        return `${field} ${is} too long. Use at most ${issue.maximum} characters`;
      return `${field} ${isNumber(issue.origin) ? 'must be' : 'can have'} at most ${measured(issue.origin, issue.maximum)}`;
    default:
      return (name.endsWith(' at') && choice) || `${field} ${is} invalid`;
  }
}

/** For what people choose rather than write: a time, or one of the things there are. */
function choiceOf(name: string): string | null {
  const [, verb] = /^(starts|ends) at$/.exec(name) ?? [];
  if (verb) return `Choose when it ${verb}`;
  const [, thing] = /^(.+) id$/.exec(name) ?? [];
  return thing ? `Choose ${/^[aeiou]/.test(thing) ? 'an' : 'a'} ${thing}` : null;
}

/** "tags" and "business hours", but not "address" and "status". */
const PLURAL = /[^su]s$/;

const kinds: Record<string, string> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
};

/** "phone number" for `owner.phoneNumber`, "tags" for the third of them. */
function nameOf(path: readonly PropertyKey[]): string {
  const name = path.findLast((step) => typeof step === 'string');
  if (name === undefined) return 'request';
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function listed(values: readonly unknown[]): string {
  const last = String(values.at(-1));
  return values.length < 2 ? last : `${values.slice(0, -1).join(', ')} or ${last}`;
}

function measured(origin: string, size: number | bigint): string {
  if (isNumber(origin)) return String(size);
  const [one, many] = origin === 'string' ? ['character', 'characters'] : ['entry', 'entries'];
  return `${size} ${Number(size) === 1 ? one : many}`;
}

function isNumber(origin: string): boolean {
  return origin === 'number' || origin === 'int' || origin === 'bigint';
}
