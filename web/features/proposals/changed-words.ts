export interface Part {
  text: string;
  /** Only in the old words, only in the new ones, or in both. */
  kind: 'gone' | 'new' | 'same';
}

/** What was changed, word by word: the longest common run of words stays. Texts are short enough for a table of all pairs. */
export function changedWords(before: string, after: string): Part[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const common = commonLengths(old, now);
  const parts: Part[] = [];
  const add = (kind: Part['kind'], text: string) => {
    const last = parts.at(-1);
    if (last?.kind === kind) last.text += text;
    else parts.push({ kind, text });
  };
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const [gone, added] = [old[i], now[j]];
    if (gone !== undefined && gone === added) {
      add('same', gone);
      i += 1;
      j += 1;
    } else if (gone !== undefined && (added === undefined || at(common, i + 1, j) >= at(common, i, j + 1))) {
      add('gone', gone);
      i += 1;
    } else {
      add('new', added ?? '');
      j += 1;
    }
  }
  return parts;
}

/** Words, each with the space after it. */
function wordsOf(text: string): string[] {
  return text.match(/\s+|\S+\s*/g) ?? [];
}

const at = (table: number[][], i: number, j: number) => table[i]?.[j] ?? 0;

/** How many words are common from here to the end, for each pair of places. */
function commonLengths(old: string[], now: string[]): number[][] {
  const table: number[][] = Array.from({ length: old.length + 1 }, () => []);
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1)
      (table[i] as number[])[j] =
        old[i] === now[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1));
  return table;
}
