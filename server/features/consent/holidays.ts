const DAY = 24 * 3600_000;

/** Month, day. */
const FIXED = [
  [1, 1],
  [6, 19],
  [7, 4],
  [11, 11],
  [12, 25],
];
/** Month, weekday, and which of that month; -1: the last. */
const FLOATING = [
  [1, 1, 3],
  [2, 1, 3],
  [5, 1, -1],
  [9, 1, 1],
  [10, 1, 2],
  [11, 4, 4],
];

/** Whether it is a holiday of the federal government (5 USC 6103), or the weekday on which one at a weekend is observed. */
export function isHoliday(midnight: number): boolean {
  const date = new Date(midnight);
  const weekday = date.getUTCDay();
  if (isFixed(midnight)) return true;
  if ((weekday === 1 && isFixed(midnight - DAY)) || (weekday === 5 && isFixed(midnight + DAY))) return true;
  const isLast = new Date(midnight + 7 * DAY).getUTCMonth() !== date.getUTCMonth();
  const place = Math.ceil(date.getUTCDate() / 7);
  return FLOATING.some(
    ([month, on, which]) =>
      date.getUTCMonth() + 1 === month && weekday === on && (which === -1 ? isLast : place === which),
  );
}

function isFixed(midnight: number): boolean {
  const date = new Date(midnight);
  return FIXED.some(([month, day]) => date.getUTCMonth() + 1 === month && date.getUTCDate() === day);
}
