import {
  REGISTRATION_LIMITS,
  type Registration,
  type RegistrationField,
} from '../../../contract/registration.ts';
import type { RegistrationValues } from './registration-values.ts';
import { type StepName, stepOf } from './words.ts';

/** Inside a sentence. */
const required: [Exclude<RegistrationField, 'samples'>, string][] = [
  ['legalName', 'legal name'],
  ['brandName', 'brand name'],
  ['entityType', 'company type'],
  ['ein', 'EIN'],
  ['street', 'street'],
  ['city', 'city'],
  ['state', 'state'],
  ['postalCode', 'ZIP code'],
  ['website', 'website'],
  ['contactFirstName', 'first name'],
  ['contactLastName', 'last name'],
  ['contactTitle', 'job title'],
  ['contactEmail', 'business email'],
  ['contactPhone', 'business phone number'],
  ['description', 'description'],
  ['messageFlow', 'description of how candidates agree'],
  ['privacyPolicyUrl', 'privacy policy'],
  ['termsUrl', 'terms'],
];

/** What a step can't be left behind without; a draft can be saved without it. */
export function missingIn(
  step: StepName,
  values: RegistrationValues,
  { einLast4 }: Pick<Registration, 'einLast4'>,
): Record<string, string> {
  const isMissing = (field: (typeof required)[number][0]) =>
    !values[field]?.trim() && !(field === 'ein' && einLast4 !== null);
  const fields = required.filter(([field]) => stepOf(field) === step && isMissing(field));
  const listed = values.entityType === 'publicCompany' && step === 'company';
  const samples = step === 'texts' ? values.samples.slice(0, REGISTRATION_LIMITS.samples.min) : [];
  return {
    ...Object.fromEntries(fields.map(([field, name]) => [field, `The ${name} is required`])),
    ...(listed && !values.stockExchange ? { stockExchange: 'The stock exchange is required' } : {}),
    ...(listed && !values.stockSymbol.trim() ? { stockSymbol: 'The stock symbol is required' } : {}),
    ...Object.fromEntries(
      samples.flatMap((sample, index) =>
        sample.trim() ? [] : [[`samples.${index}`, `The sample text ${index + 1} is required`]],
      ),
    ),
  };
}
