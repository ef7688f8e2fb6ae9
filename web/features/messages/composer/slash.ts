/** Where templates are looked for in a text: a slash that began a line, and what is typed after it. */
export interface Slash {
  start: number;
  query: string;
}

/** After a change. It opens with a slash typed as the only thing on its line, and closes when the caret leaves it. */
export function slashAfter(open: Slash | null, before: string, after: string, caret: number): Slash | null {
  const start = open?.start ?? caret - 1;
  const query = after.slice(start + 1, caret);
  if (after[start] !== '/' || caret <= start || query.includes('\n')) return null;
  if (open) return { start, query };
  const isTyped = after.length === before.length + 1;
  const isAlone = [undefined, '\n'].includes(after[start - 1]) && [undefined, '\n'].includes(after[caret]);
  return isTyped && isAlone ? { start, query } : null;
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
