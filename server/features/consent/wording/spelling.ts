import type { Lexicon } from './vocabulary.ts';

const LEET: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't' };
const VOWELS = /[aeiou]/g;
/** A longer word isn't one that we know. */
const LONGEST = 16;

/** Reads words as they were meant: stretched, in SMS spelling, without vowels, with a slip of the thumb. */
export class Spelling {
  readonly #lexicon: Lexicon;
  /** Words by first letter and by second, which a slip may put or leave first. */
  readonly #byLetter = new Map<string, string[]>();
  readonly #withoutVowels = new Map<string, string>();

  constructor(lexicon: Lexicon) {
    this.#lexicon = lexicon;
    for (const word of lexicon.correctable) {
      for (const letter of new Set(word.slice(0, 2)))
        this.#byLetter.set(letter, [...(this.#byLetter.get(letter) ?? []), word]);
      const bare = word.replace(VOWELS, '');
      if (bare.length > 2 && bare !== word && !lexicon.known.has(bare) && !this.#withoutVowels.has(bare)) this.#withoutVowels.set(bare, word);
    }
  }

  correct(words: string[]): string[] {
    return words.flatMap((word) => this.#meant(word));
  }

  #meant(word: string): string[] {
    const { known, spellings } = this.#lexicon;
    const spelled = spellings.get(word);
    if (spelled) return spelled;
    if (known.has(word) || word.length < 2) return [word];
    const letters = /\d/.test(word) && /\p{L}/u.test(word) ? word.replace(/[013457]/g, (digit) => LEET[digit] ?? digit) : word;
    const [read = word] = [letters, letters.replace(/(.)\1{2,}/gu, '$1$1'), letters.replace(/(.)\1{2,}/gu, '$1'), letters.replace(/(.)\1+/gu, '$1')]
      .filter((each) => known.has(each) || spellings.has(each));
    if (read !== word || known.has(read)) return spellings.get(read) ?? [read];
    if (word.length > LONGEST) return [word];
    return [this.#withoutVowels.get(word) ?? this.#closest(word) ?? word];
  }

  #closest(word: string): string | undefined {
    if (word.length < 4) return undefined;
    for (const letter of new Set(word.slice(0, 2))) {
      const found = this.#byLetter.get(letter)?.find((right) => isSlipOf(word, right));
      if (found) return found;
    }
    return undefined;
  }
}

function isSlipOf(word: string, right: string): boolean {
  const apart = Math.abs(word.length - right.length);
  if (right.length === 4 && right !== 'stop') return apart === 0 && isSwap(word, right);
  const allowed = right.length > 10 ? 3 : right.length > 7 ? 2 : 1;
  return apart <= allowed && distanceBetween(word, right, allowed) <= allowed;
}

function isSwap(word: string, right: string): boolean {
  let at = 0;
  while (at < word.length && word[at] === right[at]) at += 1;
  return word[at] === right[at + 1] && word[at + 1] === right[at] && word.slice(at + 2) === right.slice(at + 2);
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
