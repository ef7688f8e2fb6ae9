import { PhoneNumber } from '../../../contract/primitives.ts';

/**
 * What networks put in the place of a number that is withheld: words spelled on the keypad (ANONYMOUS, RESTRICTED,
 * BLOCKED, UNKNOWN, UNAVAILABLE), which look like numbers from abroad. Others send the word itself, or nothing.
 */
const withheld = new Set(['+266696687', '+7378742833', '+2562533', '+8656696', '+86282452253']);

/** E.164, or null when nobody could call back. */
export function callerOf(from: string | null | undefined): string | null {
  const { data } = PhoneNumber.safeParse(from);
  return data === undefined || withheld.has(data) ? null : data;
}
