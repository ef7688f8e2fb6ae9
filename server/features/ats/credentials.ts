import type { AtsCredentials } from '../../../contract/ats.ts';
import type { AtsConnector } from '../../adapters/ats/port.ts';
import { Failure } from '../../failure.ts';

/** Those that the system needs, and no others. */
export function requireCredentials(
  connector: Pick<AtsConnector, 'name' | 'credentials'>,
  given: AtsCredentials,
): Record<string, string> {
  const sentences = wrongWith(connector, given);
  if (sentences.length > 0) throw new Failure('invalid', { fields: { credentials: sentences } });
  return Object.fromEntries(Object.entries(given).map(([field, value]) => [field, value.trim()]));
}

export function wrongWith(
  { name, credentials }: Pick<AtsConnector, 'name' | 'credentials'>,
  given: AtsCredentials,
): string[] {
  const known = new Set(credentials.map(({ field }) => field));
  return [
    ...Object.keys(given)
      .filter((field) => !known.has(field))
      .map((field) => `${name} has no "${field}"`),
    ...credentials.flatMap(({ field, label, required, options }) => {
      const value = Object.hasOwn(given, field) ? given[field]?.trim() : undefined;
      if (!value) return required || value === '' ? [`Enter the ${label}`] : [];
      return options === null || options.includes(value) ? [] : [`${label} must be ${options.join(' or ')}`];
    }),
  ];
}
