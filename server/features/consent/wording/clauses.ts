import { joinSpelledOut, wordsOf } from './plain-text.ts';
import type { Lexicon } from './vocabulary.ts';

/** Not the hyphen and the slash between words: `opt-out` is one clause. A picture ends one too. */
const CLAUSE_END = /[.,;:!?¡¿\n\r()"“”„«»…|–—~。，！？、；：]+|\s-+\s|\p{Extended_Pictographic}+/u;
/** In any language, and in pictures. */
const LAUGHTER =
  /(?<!\p{L})(?:(?:ba|mu)?([hj])\1*([aei])\2*(?:\1+\2+)+\1?|k{3,}|(?:rs){2,}s?|lmf?ao+|rofl|mdr+|ptdr+)(?!\p{L})|[哈呵嘻]{2,}|[😂🤣🥹😍🥰🤩🎉]+/gu;
/** The words of a plain text, clause by clause. */
export function clausesOf(plain: string): string[][] {
  const clauses = plain
    .replace(/\u{1f6d1}/gu, ' stop ')
    .replace(/\bs[^a-z0-9]{1,2}t[^a-z0-9]{1,2}o[^a-z0-9]{1,2}p\b|\bst[*._-]p\b/g, 'stop')
    .replace(/\b(mrs?|ms|dr|sra?)\./g, '$1 ')
    .replace(/#/g, ' number ')
    .replace(/&/g, ' and ')
    .replace(/\bf[*@]+c?k/g, 'fuck')
    .replace(/\$(?=[a-z])/g, 's')
    .replace(LAUGHTER, ' , haha , ')
    .replace(/\p{Script=Han}/gu, ' $& ')
    .split(CLAUSE_END)
    .map((clause) => joinSpelledOut(wordsOf(clause)))
    .filter((words) => words.length > 0);
  // "Stop. Texting. Me."
  if (clauses.length > 1 && clauses.every((words) => words.length === 1)) return [clauses.flat()];
  return clauses;
}

/** "Stop and pick it up", "never applied because the link broke": what follows tells what is meant. */
const KEEPS = new Set(['stop', 'apply', 'applied']);

/** Each part may be a request of its own: "I quit nursing so stop texting me". */
export function splitAtConnectors(words: string[], lexicon: Lexicon): string[][] {
  const parts: string[][] = [[]];
  for (const [index, word] of words.entries()) {
    if (lexicon.connectors.has(word) && splitsAt(index, words, lexicon)) parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts.filter((part) => part.length > 0);
}

function splitsAt(index: number, words: string[], { phrases }: Lexicon): boolean {
  const before = words[index - 1] ?? '';
  const joint = words[index];
  const after = words[index + 1];
  // "So annoying" concludes nothing, and "text and drive" is one thing.
  if (after === undefined || (joint === 'so' && index === words.length - 2)) return false;
  if (KEEPS.has(before)) return false;
  return !phrases.get(before)?.some(({ words: [, second, third] }) => second === joint && third === after);
}
