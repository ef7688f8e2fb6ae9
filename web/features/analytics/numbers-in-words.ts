import { ANSWER_STEPS } from '../../../contract/analytics.ts';
import { counted, inDigits } from '../../lib/words.ts';

/* How figures are written. */

export const countInWords = (count: number): string => inDigits(count);

export const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** Of a share of the whole; a dash where there is no whole. */
export const shareInWords = (share: number | null): string =>
  share === null ? NONE : `${Math.round(share * 100)}%`;

export const NONE = '–';

const HOUR = 60;
const DAY = 24 * HOUR;

/** 45 min, 1 h 15 min, 1.5 days */
export function minutesInWords(minutes: number): string {
  if (minutes < HOUR) return `${minutes} min`;
  if (minutes < DAY) {
    const rest = minutes % HOUR;
    return `${Math.floor(minutes / HOUR)} h${rest === 0 ? '' : ` ${rest} min`}`;
  }
  const days = Math.round((minutes / DAY) * 10) / 10;
  return counted(days, 'day');
}

/** What took even longer is counted there too. */
export const isLongest = (minutes: number): boolean => minutes === ANSWER_STEPS.at(-1);

/** How long an answer took. */
export function answerTimeInWords(minutes: number | null): string {
  if (minutes === null) return NONE;
  return isLongest(minutes) ? `${minutesInWords(minutes)} or more` : minutesInWords(minutes);
}
