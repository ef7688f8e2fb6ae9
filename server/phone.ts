import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { personName } from '../contract/person-name.ts';

/** The North American plan, of which the US is a part. */
const COUNTRY = 'US';

/**
 * A phone number as a person types it, as E.164; null when it isn't one. Numbers without a country are American, or of the one
 * given.
 *
 * The length is checked, not the prefix (`isPossible`, not `isValid`): new area codes open faster than any table is
 * updated, and only the carrier knows which numbers are in service.
 */
export function parsePhone(input: string, country: string = COUNTRY): string | null {
  const phone = parsePhoneNumberFromString(input.normalize('NFKC').trim(), {
    defaultCountry: isCountry(country) ? country : COUNTRY,
    // The whole input is the number, or it is no number: nothing is picked out of a sentence.
    extract: false,
  });
  if (phone === undefined || phone.ext !== undefined || !phone.isPossible()) return null;
  // 1-800-FLOWERS would be read as digits, and so would a name with enough letters.
  if (/\p{L}/u.test(input)) return null;
  if (phone.countryCallingCode === '1' && !NORTH_AMERICAN.test(phone.nationalNumber)) return null;
  return phone.number;
}

/** Of two letters, such as US. */
export function isCountry(code: string): code is CountryCode {
  return isSupportedCountry(code);
}

/** Ten digits; seven-digit local numbers are possible to dial but not to text. */
const NORTH_AMERICAN = /^\d{10}$/;

/** Two letters; null if the number doesn't show it, for example when the area code is newer than the library. */
export function countryOf(e164: string): string | null {
  return parsePhoneNumberFromString(e164)?.country ?? null;
}

/** `(###) ###-####` in North America, international elsewhere. What can't be read is shown as it is. */
export function formatPhone(e164: string): string {
  const parts = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(e164);
  if (parts !== null) return `(${parts[1]}) ${parts[2]}-${parts[3]}`;
  return parsePhoneNumberFromString(e164)?.formatInternational() ?? e164;
}

/** What to call a candidate: the name, else the number. */
export function nameOrPhone(candidate: { firstName: string; lastName: string; phoneNumber: string }): string {
  return personName(candidate) || formatPhone(candidate.phoneNumber);
}

/** 555-0100 to 555-0199 are set aside for fiction in every area code: no carrier has them. */
export function isFictional(e164: string): boolean {
  return /^\+1[2-9]\d{2}55501\d{2}$/.test(e164);
}
