/** Slips of the thumb in the words that matter: "stpo", "unsubcribe", "cancle". */
const TARGETS: { word: string; distance: number }[] = [
  { word: 'stop', distance: 1 },
  { word: 'unsubscribe', distance: 3 },
  { word: 'cancel', distance: 1 },
  { word: 'revoke', distance: 1 },
  { word: 'texting', distance: 1 },
];

/** Words of their own that are one letter away from one above. */
const REAL_WORDS = new Set(
  (
    'top shop step stow slop stoop sop stomp stops atop strop sto stob swop soap spot post tops ' +
    'cancels canceled chancel cancer evoke revoked revokes subscribe subscribed testing taxing exiting vexing'
  ).split(' '),
);

export function correctSpelling(words: string[]): string[] {
  return words.map((word) => {
    if (REAL_WORDS.has(word)) return word;
    const target = TARGETS.find(
      ({ word: right, distance }) =>
        Math.abs(right.length - word.length) <= distance && distanceBetween(word, right) <= distance,
    );
    return target?.word ?? word;
  });
}

/** Letters to add, drop, change or swap with their neighbour (optimal string alignment). */
function distanceBetween(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const same = from[i - 1] === to[j - 1];
      let best = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (swapped) best = Math.min(best, at(beforeLast, j - 2) + 1);
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return at(last, to.length);
}

function at(row: number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
