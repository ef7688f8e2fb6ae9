import { ACCENTED, meantByAccent } from './accents.ts';

/** Longer than any text a carrier hands over; bounds the work that a stranger can cause. */
const MAX_LENGTH = 4000;

/** Zero-width and direction marks, soft hyphens, variation selectors: invisible, and copied along from web pages. */
const INVISIBLE = /\p{Cf}|\p{Variation_Selector}|\u034f|\u115f|\u1160|\u3164/gu;
const ACCENTS = /\p{M}/gu;
const APOSTROPHES = /['‘’ʼ`´]/gu;
const LETTER = /^[a-z0-9]$/;
const WORD = /[\p{L}\p{N}]+/gu;

/** What a text looks like (case, accents, full-width letters, apostrophes) taken away: `Don't, José!` is `dont, jose!`. */
export function plainTextOf(body: string): string {
  return body
    .slice(0, MAX_LENGTH)
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .toLowerCase()
    .replace(ACCENTED, meantByAccent)
    .normalize('NFD')
    .replace(ACCENTS, '')
    .replace(APOSTROPHES, '')
    .replaceAll('đ', 'd');
}

export function wordsOf(plain: string): string[] {
  return plain.match(WORD) ?? [];
}

/** `s t o p`, `sto p` and `S.T.O.P` are one word. */
export function joinSpelledOut(words: string[]): string[] {
  const joined = words.join('');
  return words.length > 1 && (joined === 'stop' || words.every((word) => LETTER.test(word)))
    ? [joined]
    : words;
}
