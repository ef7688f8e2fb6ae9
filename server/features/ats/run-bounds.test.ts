import { describe, expect, it } from 'vitest';
import { NeverEnding } from '../../adapters/ats/failures.ts';
import { BOUNDS, type ReadPage, START, type Walk, walkOn } from './run-bounds.ts';

const page = (next: string | null, ids: string[], bytes = 10): ReadPage => ({
  list: 'people',
  next,
  ids,
  bytes,
});

/** So many pages until it ends, at most 1000. */
function pagesUntilEnd(pageOf: (n: number) => ReadPage, elapsedMs = 0, start: Walk = START): number {
  let walk = start;
  for (let n = 0; n < 1000; n += 1) {
    try {
      walk = walkOn(walk, pageOf(n), elapsedMs);
    } catch (error) {
      expect(error).toBeInstanceOf(NeverEnding);
      return n + 1;
    }
  }
  return Number.POSITIVE_INFINITY;
}

describe('a run', () => {
  it.each<[string, (n: number) => ReadPage, number]>([
    ['that goes on', (n) => page(`c${n}`, [`p${n}`]), Number.POSITIVE_INFINITY],
    ['with empty pages', (n) => page(`c${n}`, []), Number.POSITIVE_INFINITY],
    ['with two passes of the same', (n) => page(`c${n}`, [`p${n >> 1}`]), Number.POSITIVE_INFINITY],
    ['whose cursor stays', (n) => page('c', [`p${n}`]), 2],
    ['in a circle of three', (n) => page(`c${n % 3}`, [`p${n}`]), 7],
    ['in a circle of fifty', (n) => page(`c${n % 50}`, [`p${n}`]), 114],
    ['whose page stays', (n) => page(`c${n}`, ['p']), 3],
    ['with a cursor that is no cursor', () => page('x'.repeat(5000), []), 1],
  ])('%s', (_what, pageOf, pages) => {
    expect(pagesUntilEnd(pageOf)).toBe(pages);
  });

  it.each<[string, Partial<Walk>, number]>([
    ['pages', { pages: BOUNDS.pages }, 0],
    ['records', { records: BOUNDS.records }, 0],
    ['bytes', { bytes: BOUNDS.bytes }, 0],
    ['time', {}, BOUNDS.ms + 1],
  ])('that takes too many %s', (_what, walk, elapsedMs) => {
    const pageOf = (n: number) => page(`c${n}`, [`p${n}`]);
    expect(pagesUntilEnd(pageOf, elapsedMs, { ...START, ...walk })).toBe(1);
    // The last page is an end by itself.
    expect(walkOn({ ...START, ...walk }, page(null, ['p']), elapsedMs).records).toBeGreaterThan(0);
  });
});
