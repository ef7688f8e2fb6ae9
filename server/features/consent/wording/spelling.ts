import type { Lexicon } from './vocabulary.ts';

const LEET: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't' };
const VOWELS = /[aeiou]/g;
/** People use the same few thousand words. */
const REMEMBERED = 5000;
/** A longer word isn't one that we know. */
const LONGEST = 16;

/** Reads words as they were meant: stretched, in SMS spelling, without vowels, with a slip of the thumb. */
export class Spelling {
  readonly #lexicon: Lexicon;
  readonly #read = new Map<string, string[]>();
  /** Large, so made when a word isn't known for the first time. */
  #byRest: Map<string, string[]> | undefined;
  readonly #correctable: Set<string>;
  readonly #withoutVowels = new Map<string, string>();

  constructor(lexicon: Lexicon) {
    this.#lexicon = lexicon;
    this.#correctable = new Set(lexicon.correctable);
    for (const word of lexicon.correctable) {
      const bare = word.replace(VOWELS, '');
      if (bare.length > 2 && bare !== word && !lexicon.known.has(bare) && !this.#withoutVowels.has(bare))
        this.#withoutVowels.set(bare, word);
    }
  }

  correct(words: string[]): string[] {
    return words.flatMap((word) => this.#remembered(word));
  }

  #remembered(word: string): string[] {
    const before = this.#read.get(word);
    if (before) return before;
    const meant = this.#meant(word);
    if (this.#read.size >= REMEMBERED) this.#read.clear();
    this.#read.set(word, meant);
    return meant;
  }

  #meant(word: string): string[] {
    const { known, spellings } = this.#lexicon;
    const spelled = spellings.get(word);
    if (spelled) return spelled;
    if (known.has(word) || word.length < 2) return [word];
    const letters =
      /\d/.test(word) && /\p{L}/u.test(word)
        ? word.replace(/[013457]/g, (digit) => LEET[digit] ?? digit)
        : word;
    const plain = letters.replace(/(.)\1{2,}/gu, '$1');
    // "Stooop" is the word that matters, not "stoop".
    if (plain !== letters && this.#correctable.has(plain)) return [plain];
    const [read = word] = [
      letters,
      letters.replace(/(.)\1{2,}/gu, '$1$1'),
      plain,
      letters.replace(/(.)\1+/gu, '$1'),
    ].filter((each) => known.has(each) || spellings.has(each));
    if (read !== word || known.has(read)) return spellings.get(read) ?? [read];
    if (word.length > LONGEST) return [word];
    return [this.#withoutVowels.get(word) ?? this.#closest(word) ?? word];
  }

  #closest(word: string): string | undefined {
    if (word.length < 4) return undefined;
    this.#byRest ??= byRest(this.#lexicon.correctable);
    for (const rest of shortened(word, 1)) {
      const found = this.#byRest.get(rest)?.find((right) => isSlipOf(word, right));
      if (found) return found;
    }
    return undefined;
  }
}

/** The words by what is left of them after a slip. */
function byRest(words: Iterable<string>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const word of words)
    for (const rest of shortened(word, slipsIn(word))) {
      const others = found.get(rest);
      if (others) others.push(word);
      else found.set(rest, [word]);
    }
  return found;
}

function slipsIn(word: string): number {
  return word.length > 7 ? 2 : 1;
}

/** The word, and what is left of it without one letter or two. Two words a slip apart have one of these in common. */
function shortened(word: string, most: number): Set<string> {
  const all = new Set([word]);
  let last = [word];
  for (let count = 0; count < most; count += 1) {
    last = last.flatMap((each) => Array.from(each, (_, at) => each.slice(0, at) + each.slice(at + 1)));
    for (const each of last) all.add(each);
  }
  return all;
}

function isSlipOf(word: string, right: string): boolean {
  const apart = Math.abs(word.length - right.length);
  if (right.length === 4 && right !== 'stop') return apart === 0 && isSwap(word, right);
  const allowed = slipsIn(right);
  return apart <= allowed && distanceBetween(word, right, allowed) <= allowed;
}

function isSwap(word: string, right: string): boolean {
  let at = 0;
  while (at < word.length && word[at] === right[at]) at += 1;
  return (
    word[at] === right[at + 1] && word[at + 1] === right[at] && word.slice(at + 2) === right.slice(at + 2)
  );
}

/** Letters to add, drop, change or swap with their neighbor (optimal string alignment); anything above `most` is as good. */
function distanceBetween(from: string, to: string, most: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= to.length; j += 1) {
      const same = from[i - 1] === to[j - 1];
      let best = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (swapped) best = Math.min(best, at(beforeLast, j - 2) + 1);
      row.push(best);
      least = Math.min(least, best);
    }
    if (least > most) return least;
    beforeLast = last;
    last = row;
  }
  return at(last, to.length);
}

function at(row: number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
