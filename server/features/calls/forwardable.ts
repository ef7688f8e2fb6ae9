import { countryOf } from '../../phone.ts';

/*
 * Whoever forwards a call pays for its second half. Thieves earn from calls to numbers that cost their caller a lot, so
 * only those are rung that cost little everywhere.
 */

/** `+1` is the plan of twenty countries and territories; a call to most of them costs like one abroad. */
const COUNTRIES = ['US', 'CA'];
/** The area code, the exchange: neither begins with 0 or 1, and none is a service such as 911. */
const NORTH_AMERICAN = /^\+1(?:[2-9](?!11)\d\d){2}\d{4}$/;
/** Area codes of no place (NANPA, "Non-Geographic NPAs"): numbers that follow people, carriers' own, and 900, which bills its caller. */
const NOWHERE = /^\+1(?:5(?:00|2[1-9]|33|44|66|77|88)|6(?:00|22|33|44|55|77|88)|700|710|900)/;
/** In any area code: 976 bills like 900, and 555-1212 is directory assistance. */
const BILLS_CALLER = /^\+1\d{3}(?:976|5551212$)/;

/** What a person is told whose calls can't be forwarded there; null where they can. */
export function whyNotForwardable(phoneNumber: string): string | null {
  if (!phoneNumber.startsWith('+1')) return ABROAD;
  if (!NORTH_AMERICAN.test(phoneNumber)) return 'Must be a valid phone number';
  if (NOWHERE.test(phoneNumber) || BILLS_CALLER.test(phoneNumber))
    return "Calls can't be forwarded to numbers that may bill whoever calls them";
  const country = countryOf(phoneNumber);
  return country === null || COUNTRIES.includes(country) ? null : ABROAD;
}

const ABROAD = 'Calls can be forwarded to numbers in the 50 states and Canada only';
