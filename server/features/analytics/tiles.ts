import { QUARTER_MS } from './figures/count-texts.ts';
import type { Span } from './range.ts';

export type Grain = 'quarter' | 'day' | 'month';

export interface Tile extends Span {
  grain: Grain;
}

const DAY = 86_400_000;

/** The span in whole months and days of UTC, and in quarters of an hour at its edges. */
export function tilesOf({ from, to }: Span): Tile[] {
  const [start, end] = [from, to].map((at) => Math.floor(at.getTime() / QUARTER_MS) * QUARTER_MS) as [
    number,
    number,
  ];
  const [firstDay, lastDay] = inner(
    start,
    end,
    (at) => Math.ceil(at / DAY) * DAY,
    (at) => Math.floor(at / DAY) * DAY,
  );
  const [firstMonth, lastMonth] = inner(firstDay, lastDay, nextMonth, startOfMonth);
  const edges: [Grain, number, number][] = [
    ['quarter', start, firstDay],
    ['day', firstDay, firstMonth],
    ['month', firstMonth, lastMonth],
    ['day', lastMonth, lastDay],
    ['quarter', lastDay, end],
  ];
  return edges
    .filter(([, a, b]) => a < b)
    .map(([grain, a, b]) => ({ grain, from: new Date(a), to: new Date(b) }));
}

/** What is whole of it; without anything whole, both are its end. */
function inner(
  start: number,
  end: number,
  up: (at: number) => number,
  down: (at: number) => number,
): [number, number] {
  const [first, last] = [up(start), down(end)];
  return first < last ? [first, last] : [end, end];
}

function startOfMonth(at: number): number {
  const day = new Date(at);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth());
}

function nextMonth(at: number): number {
  const day = new Date(at);
  const start = startOfMonth(at);
  return start === at ? at : Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1);
}

/** The same times, in sum. */
export const OF_EVERYONE = {
  quarter: 'everyone',
  day: 'everyone_day',
  month: 'everyone_month',
} as const;
