import { plainTextOf, wordsOf } from './plain-text.ts';
import { ownWordsOf } from './set-aside.ts';

/** So many weights the model has: one for each value of a hash. */
export const WEIGHTS = 2 ** 18;
/** A longer sentence is looked at in windows, so that a request in the middle of talk isn't drowned in it. */
const WINDOW_WORDS = 13;
const WINDOW_STEP = 6;
/** Each costs as much as a short text. */
const MOST_PARTS = 40;
/** What a stranger makes up may be longer; what people mean is said by then. */
const MOST_CHARACTERS = 2000;

const STOP_SIGNS = /\u{1f6d1}|\u{1f6ab}/gu;
const SPELLED_STOP = /\bs[^a-z0-9]{1,2}t[^a-z0-9]{1,2}o[^a-z0-9]{1,2}p\b|\bst[*._0-]p\b/g;
const HELD_LETTERS = /(.)\1{2,}/gu;
const PICTURE = /\p{Extended_Pictographic}/gu;
const SENTENCE_END = /[.!?\n;。！？؟]+/u;

/** A text as the model reads it: whole, and by its sentences. Each is a list of hashes of what is in it. */
export function featuresOf(body: string): Uint32Array[] {
  return partsOf(readable(body)).map((part) => Uint32Array.from(named(part).keys()));
}

/** The words that each hash of a part stands for; empty where it stands for pieces of words. */
export function namedFeatures(body: string): Map<number, string>[] {
  return partsOf(readable(body)).map(named);
}

/** The candidate's own words, without what says nothing: held letters, digits, dressed-up spellings. */
function readable(body: string): string {
  return ownWordsOf(plainTextOf(body))
    .slice(0, MOST_CHARACTERS)
    .replace(STOP_SIGNS, ' stopsign ')
    .replace(SPELLED_STOP, 'stop')
    .replace(HELD_LETTERS, '$1')
    .replace(/\d+/g, '0')
    .replace(/\$(?=[a-z])/g, 's')
    .replace(/\p{Script=Han}/gu, ' $& ');
}

function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (const sentence of text.split(SENTENCE_END)) {
    const words = sentence.split(/\s+/).filter(Boolean);
    if (words.length <= WINDOW_WORDS + 3) parts.push(words.join(' '));
    else
      for (let from = 0; from < words.length - WINDOW_STEP + 1; from += WINDOW_STEP)
        parts.push(words.slice(from, from + WINDOW_WORDS).join(' '));
  }
  const said = parts.filter((part) => part !== '');
  return said.length > 1 ? [text, ...said.slice(0, MOST_PARTS)] : [text];
}

/** Words, runs of two and three, pairs with one or two words between, and pieces of three to five letters. */
function named(part: string): Map<number, string> {
  const found = new Map<number, string>();
  const add = (kind: string, what: string, words = what) => {
    const key = hash(kind + what);
    if (!found.has(key)) found.set(key, words);
  };
  const words = wordsOf(part);
  const line = ['^', ...words, '$'];
  for (const [at, word] of line.entries()) {
    const [second, third, fourth] = line.slice(at + 1, at + 4);
    add('1', word);
    if (second !== undefined) add('2', `${word} ${second}`);
    if (third !== undefined) add('3', `${word} ${second} ${third}`);
    if (third !== undefined) add('s', `${word} ${third}`);
    if (fourth !== undefined) add('z', `${word} ${fourth}`);
  }
  const letters = ` ${words.join(' ')} `;
  for (const length of [3, 4, 5])
    for (let at = 0; at + length <= letters.length; at += 1) add('c', letters.slice(at, at + length), '');
  add('n', String(Math.min(8, Math.ceil(Math.log2(words.length + 1)))), '');
  if (part.includes('?')) add('?', '?', '');
  if (part.includes('!')) add('!', '!', '');
  for (const [picture] of part.matchAll(PICTURE)) add('p', picture);
  return found;
}

/** FNV-1a, mixed once more so that its low bits are good. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) h = Math.imul(h ^ text.charCodeAt(at), 0x01000193);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return (h ^ (h >>> 12)) & (WEIGHTS - 1);
}
