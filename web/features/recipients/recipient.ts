import type { Candidate } from '../../../contract/candidates.ts';
import { candidateName } from '../../../contract/person-name.ts';

/** Who a new text goes to: a known candidate, or a number without a name. */
export interface Recipient {
  name: string;
  firstName: string;
  phoneNumber: string;
  phoneNumberFormatted: string;
  candidate: Candidate | null;
}

export function recipientOf(candidate: Candidate): Recipient {
  const { firstName, phoneNumber, phoneNumberFormatted } = candidate;
  return { name: candidateName(candidate), firstName, phoneNumber, phoneNumberFormatted, candidate };
}

/** What a person typed, read as a phone number; null when it is none. The metadata is loaded when first needed. */
export async function recipientOfNumber(typed: string): Promise<Recipient | null> {
  if (typed.replace(/\D/g, '').length < 7) return null;
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min');
  const number = parsePhoneNumberFromString(typed, 'US');
  if (!number?.isValid()) return null;
  const formatted =
    number.countryCallingCode === '1' ? number.formatNational() : number.formatInternational();
  return {
    name: formatted,
    firstName: '',
    phoneNumber: number.number,
    phoneNumberFormatted: formatted,
    candidate: null,
  };
}
