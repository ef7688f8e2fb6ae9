import { AsYouType, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Large, so it is only ever loaded by `import()`. A number without a country is taken for a US one, as the server does. */

const HOME = 'US';

export function formatWhileTyping(text: string): string {
  return new AsYouType(HOME).input(text);
}

/** (415) 555-0123, international format for other countries, and unchanged what is no number. */
export function formatPhone(text: string): string {
  const number = parsePhoneNumberFromString(text, HOME);
  if (!number?.isPossible()) return text;
  return number.countryCallingCode === '1' ? number.formatNational() : number.formatInternational();
}

/** E.164, or null for what is no number. */
export function phoneNumberOf(text: string): string | null {
  const number = parsePhoneNumberFromString(text, HOME);
  return number?.isPossible() ? number.number : null;
}
