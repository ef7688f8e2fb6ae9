/*
 * What a word does in a request: it ceases, talks, negates, names an object. A clause is written as one letter a word, so
 * that frames are short patterns over any language.
 */

/** By the roles that a word has, most often one. */
const letters = new Map<string, { roles: string[]; letter: string }>();

/** The letter of a word with these roles, from the private use area. */
export function letterOf(...roles: string[]): string {
  const key = roles.toSorted().join(' ');
  const known = letters.get(key);
  if (known) return known.letter;
  const letter = String.fromCodePoint(0xe000 + letters.size);
  letters.set(key, { roles, letter });
  return letter;
}

/**
 * `<a|b>` is one word of either role. To be made after the vocabularies: a role that no word has is an error. What stands
 * before a word is looked at only where that word is.
 */
export function pattern(source: string): RegExp {
  const start = lookbehindsOf(source);
  const [word = ''] = /^<[\w|]+>/.exec(source.slice(start)) ?? [];
  const quick = start > 0 && word !== '' ? `(?=${word})${source}` : source;
  const written = quick.replace(/<([\w|]+)>/g, (_, roles: string) => `[${lettersWithAny(roles.split('|'))}]`);
  if (/(?<!\(\?)<|>/.test(written)) throw new Error(`Not a role: ${source}`);
  return new RegExp(written);
}

function lettersWithAny(wanted: string[]): string {
  const all = [...letters.values()];
  const unknown = wanted.find((role) => !all.some(({ roles }) => roles.includes(role)));
  if (unknown !== undefined) throw new Error(`No word has the role ${unknown}`);
  return all
    .filter(({ roles }) => roles.some((role) => wanted.includes(role)))
    .map(({ letter }) => letter)
    .join('');
}

/** Where the lookbehinds end with which a pattern begins. */
function lookbehindsOf(source: string): number {
  let at = 0;
  while (source.startsWith('(?<', at)) {
    let depth = 0;
    do {
      if (source[at] === '(') depth += 1;
      if (source[at] === ')') depth -= 1;
      at += 1;
    } while (depth > 0 && at < source.length);
  }
  return at;
}
