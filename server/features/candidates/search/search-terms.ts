import { fold } from '../../../fold.ts';

/** At most this many words of what a person types are looked up. */
const MAX_WORDS = 5;
const MAX_TERM_LENGTH = 60;
/** Fewer digits of a phone number would match nearly every one. */
const MIN_DIGITS = 4;
export const MIN_LETTERS = 2;
/** Before what begins inside a word; no word has one. What begins a word is found before it. */
export const INSIDE = '~';
/** In a cursor, in place of a term: what follows was found by the names of their jobs. */
export const BY_JOB = '~~';

/** As terms have them. */
export function wordsOf(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{N}@._+-]+/u)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, MAX_TERM_LENGTH));
}

/** The fields whose words find a candidate. */
const FOUND_BY = ['firstName', 'lastName', 'email', 'city', 'jobTitle', 'tags'] as const;

export type Found = { phoneNumber: string } & {
  [Field in (typeof FOUND_BY)[number]]?: string | string[] | null | undefined;
};

/** The word, and its endings from each later character: then any part of the word is the beginning of one of them. */
function endings(word: string, shortest: number): string[] {
  const characters = [...word];
  const starts = Math.max(1, characters.length - shortest + 1);
  return Array.from({ length: starts }, (_, start) => characters.slice(start).join(''));
}

/** All terms by whose beginning the candidate is found: the endings of each word of these fields, and of the phone number. */
export function termsOf(candidate: Found): string[] {
  const found = FOUND_BY.flatMap((field) => candidate[field] ?? []).flatMap(wordsOf);
  return [
    ...new Set([
      ...found,
      ...found.flatMap((word) =>
        endings(word, MIN_LETTERS)
          .slice(1)
          .map((ending) => INSIDE + ending),
      ),
      ...endings(candidate.phoneNumber.replace(/\D/g, ''), MIN_DIGITS),
    ]),
  ].filter((term) => term !== '');
}

/**
 * What a person typed, as beginnings of terms, all of which must match. One that is the beginning of another adds nothing. A phone
 * number counts as one, however it is written.
 */
export function prefixesOf(search: string): string[] {
  if (/^[\d\s()+.-]+$/.test(search) && /\d/.test(search)) return [search.replace(/\D/g, '')];
  const all = [...new Set(wordsOf(search))];
  return all
    .filter((word) => !all.some((other) => other !== word && other.startsWith(word)))
    .slice(0, MAX_WORDS);
}
