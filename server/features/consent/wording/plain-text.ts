/** Longer than any text a carrier hands over; bounds the work that a stranger can cause. */
const MAX_LENGTH = 4000;

/** Zero-width and direction marks, soft hyphens, variation selectors: invisible, and copied along from web pages. */
const INVISIBLE = /\p{Cf}|\p{Variation_Selector}|\u034f|\u115f|\u1160|\u3164/gu;
const ACCENTS = /\p{M}/gu;
const APOSTROPHES = /['‘’ʼ`´]/gu;
/** Without their accents "stop", "right" and "don't" are one word. */
const VIETNAMESE_STOP = /(?<!\p{L})dừng(?!\p{L})/gu;
/** Without its accent "is" is "and". */
const PORTUGUESE_IS = /(?<!\p{L})é(?!\p{L})/gu;
/** Nor is "dejé" told from "deje", and "arrêté" from "arrête". */
const I_DID =
  /(?<!\p{L})(dej|par|cancel|borr|quit|sac|elimin|termin|mand|contact|llam|bloque|arrêt|stopp|cess)é(?:e|s|es)?(?!\p{L})/gu;
const VIETNAMESE_RIGHT = /(?<!\p{L})đúng(?: rồi)?(?!\p{L})/gu;
const LETTER = /^[a-z0-9]$/;
const WORD = /[\p{L}\p{N}]+/gu;

/** What a text looks like (case, accents, full-width letters, apostrophes) taken away: `Don't, José!` is `dont, jose!`. */
export function plainTextOf(body: string): string {
  return body
    .slice(0, MAX_LENGTH)
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .toLowerCase()
    .replace(I_DID, '$1aba')
    .replace(PORTUGUESE_IS, 'eh')
    .replace(VIETNAMESE_STOP, 'ngung')
    .replace(VIETNAMESE_RIGHT, 'dung roi')
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
