/** A text as the words in it: what it looks like (case, accents, full-width letters, emoji, punctuation) taken away. */
interface Wording {
  /** Lower-case words without accents and apostrophes: `Don't, José!` is `['dont', 'jose']`. */
  words: string[];
  /** The same between commas, full stops and line ends. */
  clauses: string[][];
}

/** Longer than any text a carrier hands over; bounds the work that a stranger can cause. */
const MAX_LENGTH = 4000;

/** Zero-width and direction marks, soft hyphens, variation selectors: invisible, and copied along from web pages. */
const INVISIBLE = /\p{Cf}|\p{Variation_Selector}|\u034f|\u115f|\u1160|\u3164/gu;
const ACCENTS = /\p{M}/gu;
const APOSTROPHES = /['‘’ʼ`´]/gu;
/** Not the hyphen and the slash: `opt-out` is one clause. */
const CLAUSE_END = /[.,;:!?¡¿\n\r()"“”«»…|–—]+/u;
const WORD = /[\p{L}\p{N}]+/gu;

export function wordingOf(body: string): Wording {
  const plain = body
    .slice(0, MAX_LENGTH)
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .toLowerCase()
    .normalize('NFD')
    .replace(ACCENTS, '')
    .replace(APOSTROPHES, '');
  const clauses = plain
    .split(CLAUSE_END)
    .map((clause) => clause.match(WORD) ?? [])
    .filter((clause) => clause.length > 0)
    .map((clause) => [...clause]);
  return { words: clauses.flat(), clauses };
}

/** `s t o p` and `S.T.O.P` are one word. */
export function joinSpelledOut(words: string[]): string[] {
  return words.length > 1 && words.every((word) => word.length === 1) ? [words.join('')] : words;
}
