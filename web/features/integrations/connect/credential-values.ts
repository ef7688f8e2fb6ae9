import { AtsCredentials, type AtsDescription } from '../../../../contract/ats.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { schemaValidator } from '../../../lib/forms/schema-validator.ts';

export type CredentialValues = Record<string, string>;

const check = schemaValidator<CredentialValues>(AtsCredentials);

/** As it's sent: what surrounds a key comes from copying, and what is empty is left out. */
export function credentialsOf(values: CredentialValues): CredentialValues {
  return Object.fromEntries(
    Object.entries(values).flatMap(([field, value]) => (value.trim() ? [[field, value.trim()]] : [])),
  );
}

export function validateCredentials({ credentials }: AtsDescription, values: CredentialValues) {
  const sent = credentialsOf(values);
  const missing = credentials
    .filter(({ field, required }) => required && sent[field] === undefined)
    .map(({ field, label }) => [field, `The ${label} is required`]);
  return { ...check(sent), ...Object.fromEntries(missing) } as CredentialValues;
}

/** The server's errors for single fields, and the rest. */
export function problemOf(
  error: unknown,
  values: CredentialValues,
): { fields: CredentialValues; sentence: string } | null {
  if (!(error instanceof ApiError)) return null;
  const fields: CredentialValues = {};
  const others: string[] = [];
  for (const [path, [sentence]] of Object.entries(error.fields)) {
    const field = path.replace(/^credentials\./, '');
    if (sentence === undefined) continue;
    if (field in values) fields[field] = sentence;
    else others.push(sentence);
  }
  const isAtFields = Object.keys(fields).length > 0;
  return {
    fields,
    sentence: others.join(' ') || (isAtFields ? '' : error.message),
  };
}

/** What people ask about a field. */
const HINTS: Record<string, string> = {
  'bambooHr.subdomain': 'The part of your address before .bamboohr.com.',
  'workable.subdomain': 'The part of your address before .workable.com.',
  'teamtailor.region': 'Where Teamtailor keeps your data. Europe, unless you were told otherwise.',
  'greenhouse.userId':
    'The ID of a Site Admin, from their address in Greenhouse. Without it, lists may come back empty.',
};
export const hintOf = (type: string, field: string): string | undefined => HINTS[`${type}.${field}`];

const OPTIONS: Record<string, string> = { eu: 'Europe', na: 'North America' };
export const optionLabel = (value: string): string => OPTIONS[value] ?? value;
