import { plainTextOf, wordsOf } from './plain-text.ts';
import { ownWordsOf } from './set-aside.ts';
import { kindOf } from './word-kinds.ts';

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
const CLAUSE_END = /[.!?\n;。！？؟:,()，、；：،…–—]+|\s-+\s|\p{Extended_Pictographic}+/u;

/** A text as the model reads it: whole, by its sentences and by its clauses. Each is a list of hashes of what is in it. */
export function featuresOf(body: string): Uint32Array[] {
  return namedFeatures(body).map((part) => Uint32Array.from(part.keys()));
}

/** The words that each hash of a part stands for; empty where it stands for pieces of words. */
export function namedFeatures(body: string): Map<number, string>[] {
  return partsOf(readable(body)).map((part, at) => named(part, at === 0 ? WHOLE : PART));
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
    .replace(/\p{Script=Han}/gu, ' $& ')
    .replaceAll('ł', 'l')
    .replaceAll('ـ', '')
    .replaceAll('ة', 'ه')
    .replaceAll('ى', 'ي');
}

function partsOf(text: string): string[] {
  const said = new Set<string>();
  for (const sentence of text.split(SENTENCE_END)) {
    const words = sentence.split(/\s+/).filter(Boolean);
    if (words.length <= WINDOW_WORDS + 3) said.add(words.join(' '));
    else
      for (let from = 0; from < words.length - WINDOW_STEP + 1; from += WINDOW_STEP)
        said.add(words.slice(from, from + WINDOW_WORDS).join(' '));
  }
  for (const clause of text.split(CLAUSE_END)) {
    const words = clause.split(/\s+/).filter(Boolean);
    // A word between commas is mostly a name, or a yes.
    if (words.length > 1) said.add(words.slice(0, WINDOW_WORDS).join(' '));
  }
  said.delete('');
  return said.size > 1 ? [text, ...[...said].slice(0, MOST_PARTS)] : [text];
}

/** "Not interested" is a refusal if it is all that is said. */
const WHOLE = ['^', '$'] as const;
const PART = ['(', ')'] as const;

/** What is in a part: its words, their kinds, and pieces of four and five letters. */
function named(part: string, [start, end]: readonly [string, string]): Map<number, string> {
  const found = new Map<number, string>();
  const add = (what: string, words = '') => {
    const key = hash(what) & (WEIGHTS - 1);
    if (!found.has(key)) found.set(key, words);
  };
  const words = wordsOf(part);
  const kinds = words.map(kindOf);
  const line = [start, ...words, end];
  addRuns('', line, line, add);
  addRuns('K', [start, ...kinds, end], line, add);
  const telling = kinds.filter(
    (kind, at) => kind !== 'other' && kind !== 'please' && (kind !== kinds[at - 1] || kind === 'not'),
  );
  addRuns('T', [start, ...telling, end], [], add);
  const letters = ` ${words.join(' ')} `;
  for (const length of [4, 5])
    for (let at = 0; at + length <= letters.length; at += 1) add(`c${letters.slice(at, at + length)}`);
  add(`n${Math.min(8, Math.ceil(Math.log2(words.length + 1)))}`);
  if (part.includes('?')) add('?');
  if (part.includes('!')) add('!');
  for (const [picture] of part.matchAll(PICTURE)) add(`p${picture}`, picture);
  return found;
}

/** Runs of up to four, and pairs with one or two between. */
function addRuns(
  kind: string,
  line: string[],
  words: string[],
  add: (what: string, words?: string) => void,
): void {
  for (const [at, one] of line.entries()) {
    for (const length of kind === '' ? [1, 2, 3] : [1, 2, 3, 4])
      if (at + length <= line.length)
        add(
          `${kind}${length}${line.slice(at, at + length).join(' ')}`,
          words.slice(at, at + length).join(' '),
        );
    for (const apart of [2, 3])
      if (at + apart < line.length)
        add(
          `${kind}s${apart}${one} ${line[at + apart]}`,
          words.length > 0 ? `${words[at]} ${words[at + apart]}` : '',
        );
  }
}

/** FNV-1a, mixed once more so that its low bits are good. */
export function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) h = Math.imul(h ^ text.charCodeAt(at), 0x01000193);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return (h ^ (h >>> 12)) >>> 0;
}
