import type { Span } from './range.ts';

export interface Tile extends Span {
  grain: 'facts' | 'day' | 'month';
}

const DAY = 86_400_000;

/** The span in whole months and days of UTC, and facts at its edges. */
export function tilesOf({ from, to }: Span): Tile[] {
  const [start, end] = [from.getTime(), to.getTime()];
  const [firstDay, lastDay] = inner(
    start,
    end,
    (at) => Math.ceil(at / DAY) * DAY,
    (at) => Math.floor(at / DAY) * DAY,
  );
  const [firstMonth, lastMonth] = inner(firstDay, lastDay, nextMonth, startOfMonth);
  const edges: [Tile['grain'], number, number][] = [
    ['facts', start, firstDay],
    ['day', firstDay, firstMonth],
    ['month', firstMonth, lastMonth],
    ['day', lastMonth, lastDay],
    ['facts', lastDay, end],
  ];
  return edges
    .filter(([, a, b]) => a < b)
    .map(([grain, a, b]) => ({ grain, from: new Date(a), to: new Date(b) }));
}

/** The whole part; without one, both are its end. */
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
