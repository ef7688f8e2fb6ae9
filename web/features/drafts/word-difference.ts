export interface Piece {
  text: string;
  isChanged: boolean;
}

/** Words with what separates them; capitals and marks count. */
const wordsOf = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? [];

/** Which words of `before` are gone in `after`, and which of `after` are new: those that aren't in the longest common row of words. */
export function wordDifference(before: string, after: string): { before: Piece[]; after: Piece[] } {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const lengths = commonLengths(old, now);
  const lengthAt = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  const [gone, added]: [Piece[], Piece[]] = [[], []];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const [left, right] = [old[i], now[j]];
    if (left !== undefined && left === right) {
      put(gone, left, false);
      put(added, right, false);
      i += 1;
      j += 1;
    } else if (right === undefined || (left !== undefined && lengthAt(i + 1, j) >= lengthAt(i, j + 1))) {
      put(gone, left ?? '', true);
      i += 1;
    } else {
      put(added, right, true);
      j += 1;
    }
  }
  return { before: gone, after: added };
}

/** How many words the rests from there have in common. */
function commonLengths(old: string[], now: string[]): number[][] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const [row = [], below = []] = [lengths[i], lengths[i + 1]];
      row[j] = old[i] === now[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  return lengths;
}

function put(pieces: Piece[], text: string, isChanged: boolean): void {
  const last = pieces.at(-1);
  if (last?.isChanged === isChanged) last.text += text;
  else pieces.push({ text, isChanged });
}
