import { failures } from '../../../contract/failure.ts';
import { countryOf } from '../../phone.ts';

/*
 * Anyone who forwards a call pays for its second half. Thieves earn from calls to numbers that cost their caller a lot, so
 * only those are rung that cost little everywhere.
 */

/** `+1` is the plan of twenty countries and territories; a call to most of them costs like one abroad. */
const COUNTRIES = ['US', 'CA'];
/** The area code, the exchange: neither begins with 0 or 1, and none is a service such as 911. */
const NORTH_AMERICAN = /^\+1(?:[2-9](?!11)\d\d){2}\d{4}$/;
/** Area codes of no place (NANPA, "Non-Geographic NPAs"): numbers that follow people, carriers' own, and 900, which bills its caller. */
const NOWHERE = /^\+1(?:5(?:00|2[1-9]|33|44|66|77|88)|6(?:00|22|33|44|55|77|88)|700|710|900)/;
/** In any area code: 976 bills like 900, and 555-1212 is directory assistance. */
const BILLS_CALLER = /^\+1\d{3}(?:976|5551212)/;

/** What to tell a person whose calls can't be forwarded there; null where they can. */
export function whyNotForwardable(phoneNumber: string, { abroad }: { abroad: boolean }): string | null {
  const isNorthAmerican = phoneNumber.startsWith('+1');
  if (isNorthAmerican && !NORTH_AMERICAN.test(phoneNumber)) return 'Must be a valid phone number';
  if (isNorthAmerican && (NOWHERE.test(phoneNumber) || BILLS_CALLER.test(phoneNumber))) return MAY_BILL;
  const country = countryOf(phoneNumber);
  if (country === null ? isNorthAmerican : COUNTRIES.includes(country)) return null;
  if (!abroad) return ABROAD;
  // Satellites and services of no country cost the most.
  return country === null ? MAY_BILL : null;
}

const MAY_BILL = "You can't forward calls to numbers that may charge the caller";
/** What staff can switch on for an account (`callForwardingAbroad`). */
export const ABROAD = failures.calls_abroad_off.message;
