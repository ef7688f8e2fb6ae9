/* Numbers, plurals and lists as people read them. */

const numbers = new Intl.NumberFormat('en-US');
const plurals = new Intl.PluralRules('en-US');
const lists = new Intl.ListFormat('en-US');

/** 1,200 */
export const inDigits = (value: number): string => numbers.format(value);

/** The word that fits the number: `pluralOf(1, 'is', 'are')` is "is". */
export const pluralOf = (value: number, one: string, many = `${one}s`): string =>
  plurals.select(value) === 'one' ? one : many;

/** 1 text, 1,200 texts */
export const counted = (value: number, one: string, many?: string): string =>
  `${inDigits(value)} ${pluralOf(value, one, many)}`;

/** A, B, and C */
export const listed = (items: Iterable<string>): string => lists.format(items);

/** Each word that was typed begins one of the label's. */
export function hasWords(label: string, search: string): boolean {
  const words = label.toLowerCase().split(/\s+/);
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)));
}
