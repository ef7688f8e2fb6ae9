import { mayBegin } from '../../../../contract/with-links.ts';

type Mark = '/' | '#' | '@';

/** A search inside a text, for templates after a slash and calendar shortcuts after a `#`; inside a note, for colleagues. */
export interface Lookup {
  mark: Mark;
  start: number;
  /** What is typed after the mark. */
  query: string;
}

const isEdge = (character: string | undefined) => character === undefined || character === '\n';

const marks = {
  // Alone on its line.
  '/': {
    begins: (before: string, rest: string) => isEdge(before.at(-1)) && isEdge(rest[0]),
    goesOn: /^[^\n]*$/,
  },
  // In front of a word, or of nothing yet.
  '#': {
    begins: (before: string, rest: string) => mayBegin(before) && !/^[\w-]/.test(rest),
    goesOn: /^[\w-]*$/,
  },
  // In front of a name, or of nothing yet.
  '@': {
    begins: (before: string, rest: string) => mayBegin(before) && !/^[\p{L}\p{N}]/u.test(rest),
    goesOn: /^[^\n@]{0,60}$/,
  },
};

const TEXT_MARKS: readonly Mark[] = ['/', '#'];
export const NOTE_MARKS: readonly Mark[] = ['@'];

/** After a change. Typing a mark opens it, and it closes when the caret leaves the search. */
export function lookupAfter(
  open: Lookup | null,
  before: string,
  after: string,
  caret: number,
  among = TEXT_MARKS,
): Lookup | null {
  const start = open?.start ?? caret - 1;
  const mark = among.find((each) => each === after[start]);
  if (mark === undefined || (open && open.mark !== mark) || caret <= start) return null;
  const query = after.slice(start + 1, caret);
  if (!marks[mark].goesOn.test(query)) return null;
  const isTyped = after.length === before.length + 1;
  const begins = isTyped && marks[mark].begins(after.slice(0, start), after.slice(caret));
  return open || begins ? { mark, start, query } : null;
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether a text is still the one that was inserted: at least half of those words are left. */
export function stemsFrom(inserted: string, text: string): boolean {
  const words = wordsOf(inserted);
  const left = new Set(wordsOf(text));
  return words.length === 0
    ? text.includes(inserted.trim())
    : words.filter((word) => left.has(word)).length * 2 >= words.length;
}
