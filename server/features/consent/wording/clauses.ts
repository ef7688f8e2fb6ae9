import { joinSpelledOut, wordsOf } from './plain-text.ts';

/** Not the hyphen and the slash between words: `opt-out` is one clause. A picture ends one too. */
const CLAUSE_END = /[.,;:!?¡¿\n\r()"“”„«»…|–—~。，！？、；：]+|\s-+\s|\p{Extended_Pictographic}+/u;
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
    .replace(/\p{Script=Han}/gu, ' $& ')
    .split(CLAUSE_END)
    .map((clause) => joinSpelledOut(wordsOf(clause)))
    .filter((words) => words.length > 0);
  // "Stop. Texting. Me."
  if (clauses.length > 1 && clauses.every((words) => words.length === 1)) return [clauses.flat()];
  return clauses;
}

/** Each part may be a request of its own: "I quit nursing so stop texting me". */
export function splitAtConnectors(words: string[], connectors: Set<string>): string[][] {
  const parts: string[][] = [[]];
  for (const [index, word] of words.entries()) {
    const isLast = index === words.length - 1;
    // "Stop and pick it up": what follows tells which stop it is.
    if (connectors.has(word) && !isLast && words[index - 1] !== 'stop') parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts.filter((part) => part.length > 0);
}
