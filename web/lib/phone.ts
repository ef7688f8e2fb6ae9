import { AsYouType, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Large, so it's only loaded by `import()`. A number without a country counts as a US one, as on the server. */

const HOME = 'US';

export function formatWhileTyping(text: string): string {
  return new AsYouType(HOME).input(text);
}

/** (415) 555-0123, international format for other countries, and anything else unchanged. */
export function formatPhone(text: string): string {
  const number = parsePhoneNumberFromString(text, HOME);
  if (!number?.isPossible()) return text;
  return number.countryCallingCode === '1' ? number.formatNational() : number.formatInternational();
}

/** E.164, or null if it isn't a number. */
export function phoneNumberOf(text: string): string | null {
  const number = parsePhoneNumberFromString(text, HOME);
  return number?.isPossible() ? number.number : null;
}
