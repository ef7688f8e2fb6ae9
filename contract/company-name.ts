/* Whether two names belong to the same company, as far as a program can tell. */

const LEGAL_FORM =
  /\b(?:llc|l\.l\.c\.?|inc|incorporated|corp|corporation|co|company|ltd|limited|lp|llp|pllc|the)\b\.?/gi;

const normal = (name: string) =>
  name
    .toLowerCase()
    .replace(LEGAL_FORM, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

export const isSameName = (a: string, b: string) => normal(a) === normal(b);

export function sharesName(a: string, b: string): boolean {
  const words = normal(b).split(' ');
  return normal(a)
    .split(' ')
    .some((word) => word.length > 1 && words.includes(word));
}

/** As one name: "Acme" is not in "Acmeville". */
export const mentions = (text: string, name: string) => ` ${normal(text)} `.includes(` ${normal(name)} `);
