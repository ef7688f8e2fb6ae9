/*
 * What a word does in a request: it ceases, talks, negates, names an object. A clause is written as one letter a word, so
 * that frames are short patterns over any language.
 */

const letters = new Map<string, string>();

/** A role's letter, from the private use area. */
export function letterOf(role: string): string {
  const known = letters.get(role);
  if (known !== undefined) return known;
  const letter = String.fromCodePoint(0xe000 + letters.size);
  letters.set(role, letter);
  return letter;
}

/** `<a|b>` is one word of either role. What stands before a word is looked at only where that word is. */
export function pattern(source: string): RegExp {
  const start = lookbehindsOf(source);
  const [word = ''] = /^<[\w|]+>/.exec(source.slice(start)) ?? [];
  const quick = start > 0 && word !== '' ? `(?=${word})${source}` : source;
  return new RegExp(
    quick.replace(/<([\w|]+)>/g, (_, roles: string) => `[${roles.split('|').map(letterOf).join('')}]`),
  );
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
