import {
  REGISTRATION_LIMITS,
  type Registration,
  type RegistrationDraft,
} from '../../../contract/registration.ts';
import type { useFormOf } from '../../lib/forms/use-form-of.ts';

export interface RegistrationValues extends RegistrationDraft {
  /** Empty: as it was. */
  ein: string;
}

/** What the fields of a step need of the form. */
export type RegistrationFormState = Pick<
  ReturnType<typeof useFormOf<RegistrationValues>>,
  'values' | 'getInputProps' | 'getValues' | 'isTouched' | 'isValid' | 'setFieldValue'
>;

/** As people type it, with the scheme that nearly all have. */
export const withScheme = (address: string): string =>
  address.trim() === '' || /^[a-z][a-z\d+.-]*:/i.test(address.trim()) ? address : `https://${address.trim()}`;

/** There are always as many samples to fill as are needed. */
export function valuesOf({ draft }: Registration): RegistrationValues {
  const missing = Math.max(0, REGISTRATION_LIMITS.samples.min - draft.samples.length);
  return { ...draft, samples: [...draft.samples, ...Array<string>(missing).fill('')], ein: '' };
}

export function bodyOf({ ein, ...draft }: RegistrationValues) {
  const samples = draft.samples.filter((sample) => sample.trim() !== '');
  return { ...draft, samples, ...(ein.trim() === '' ? {} : { ein }) };
}
