import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Tile, tilesOf } from './tiles.ts';

const QUARTER = 900_000;
const asText = ({ grain, from, to }: Tile) =>
  `${grain} ${from.toISOString().slice(0, 16)} ${to.toISOString().slice(0, 16)}`;

it.each([
  ['2026-03-05T05:00Z', '2026-03-05T05:15Z', ['facts 2026-03-05T05:00 2026-03-05T05:15']],
  ['2026-03-05T05:00Z', '2026-03-06T05:00Z', ['facts 2026-03-05T05:00 2026-03-06T05:00']],
  ['2026-03-05T00:00Z', '2026-03-06T00:00Z', ['day 2026-03-05T00:00 2026-03-06T00:00']],
  ['2026-03-01T00:00Z', '2026-04-01T00:00Z', ['month 2026-03-01T00:00 2026-04-01T00:00']],
  [
    '2025-12-30T18:15Z',
    '2026-03-02T18:15Z',
    [
      'facts 2025-12-30T18:15 2025-12-31T00:00',
      'day 2025-12-31T00:00 2026-01-01T00:00',
      'month 2026-01-01T00:00 2026-03-01T00:00',
      'day 2026-03-01T00:00 2026-03-02T00:00',
      'facts 2026-03-02T00:00 2026-03-02T18:15',
    ],
  ],
  [
    '2026-03-30T12:00Z',
    '2026-04-02T12:00Z',
    [
      'facts 2026-03-30T12:00 2026-03-31T00:00',
      'day 2026-03-31T00:00 2026-04-02T00:00',
      'facts 2026-04-02T00:00 2026-04-02T12:00',
    ],
  ],
  ['2026-03-05T05:00Z', '2026-03-05T05:00Z', []],
])('%s to %s', (from, to, tiles) => {
  expect(tilesOf({ from: new Date(from), to: new Date(to) }).map(asText)).toEqual(tiles);
});

const quarter = fc.integer({ min: Date.UTC(2000, 0) / QUARTER, max: Date.UTC(2040, 0) / QUARTER });
const whole: Record<Tile['grain'], (at: Date) => boolean> = {
  facts: (at) => at.getTime() % QUARTER === 0,
  day: (at) => at.getTime() % 86_400_000 === 0,
  month: (at) => at.getTime() % 86_400_000 === 0 && at.getUTCDate() === 1,
};

it('covers each span without a gap, nothing twice, and as little as can be in small pieces', () => {
  fc.assert(
    fc.property(quarter, fc.integer({ min: 1, max: 96 * 731 }), (start, length) => {
      const span = { from: new Date(start * QUARTER), to: new Date((start + length) * QUARTER) };
      const tiles = tilesOf(span);
      expect(tiles[0]?.from).toEqual(span.from);
      expect(tiles.at(-1)?.to).toEqual(span.to);
      for (const [index, { from, to, grain }] of tiles.entries()) {
        if (index > 0) expect(from).toEqual(tiles[index - 1]?.to);
        expect(from.getTime()).toBeLessThan(to.getTime());
        expect(whole[grain](from) && whole[grain](to)).toBe(true);
        const hours = (to.getTime() - from.getTime()) / 3_600_000;
        if (grain === 'facts') expect(hours).toBeLessThan(48);
        if (grain === 'day') expect(hours).toBeLessThan(62 * 24);
      }
    }),
  );
});
