import { ANSWER_STEPS, type AnswerTimes, type Figures } from '../../../contract/analytics.ts';
import { wallClock } from '../../local-time.ts';
import type { Days } from './range.ts';

const DAY = 24 * 3600_000;
const FROM_HOUR = 8;
const [MONDAY, TUESDAY] = [1, 2];

/** The week, from Monday, to report in the zone now: the last one, on Monday from 8:00 or, by a late worker, on Tuesday. */
export function weekToTell(now: Date, zone: string): Days | null {
  const there = new Date(wallClock(now.getTime(), zone));
  const weekday = there.getUTCDay();
  if (weekday !== TUESDAY && (weekday !== MONDAY || there.getUTCHours() < FROM_HOUR)) return null;
  const daysAgo = (days: number) => new Date(there.getTime() - days * DAY).toISOString().slice(0, 10);
  return { date: daysAgo(weekday + 6), enddate: daysAgo(weekday) };
}

/** In texts or minutes. The minimum that changes are measured against, so that 1 to 3 is no bigger than 400 to 600. */
const FLOOR = 20;
/** The median of fewer answers means little. */
const FEWEST_ANSWERS = 5;

const MOST = 5;

interface Compared {
  name: string;
  /** Null: too little to report. */
  of: (figures: Figures) => number | null;
  say: (value: number) => string;
  more: string;
  less: string;
}

const count = (name: string, of: (figures: Figures) => number): Compared => ({
  name,
  of,
  say: (value) => value.toLocaleString('en-US'),
  more: 'up from',
  less: 'down from',
});

const median = (name: string, of: (figures: Figures) => AnswerTimes): Compared => ({
  name,
  of: (figures) => (of(figures).answers < FEWEST_ANSWERS ? null : of(figures).median),
  say: durationOf,
  more: 'slower than',
  less: 'faster than',
});

/**
 * Among equal changes, the first comes first. Leaves out what has 72 hours to be answered: on Monday, that time isn't over for the
 * end of last week, which would always look worse.
 */
const COMPARED: Compared[] = [
  count('Texts sent', ({ sent }) => sent),
  count('Texts received', ({ received }) => received),
  count('Conversations started', ({ started }) => started),
  count('Conversations started by candidates', ({ startedByCandidates }) => startedByCandidates),
  median('You answered in (median)', ({ ourAnswerTimes }) => ourAnswerTimes),
  median('Candidates answered in (median)', ({ candidateAnswerTimes }) => candidateAnswerTimes),
  count('Texts that failed', ({ failed }) => failed),
  count('Opt-outs', ({ optOuts }) => optOuts),
  count('Automatic texts', ({ automatic }) => automatic),
];

/** Without any, there is nothing to report. */
export function hadTexts(...weeks: Figures[]): boolean {
  return weeks.some(({ sent, received, failed }) => sent + received + failed > 0);
}

/** What changed most, biggest change first: as a share of the larger of both, so that doubled and halved are the same. */
export function changesOf(now: Figures, before: Figures): string[] {
  return COMPARED.flatMap(({ name, of, say, more, less }) => {
    const [is, was] = [of(now), of(before)];
    if (is === null || was === null || is === was) return [];
    const change = Math.abs(is - was) / Math.max(is, was, FLOOR);
    return [{ change, words: `${name}: ${say(is)}, ${is > was ? more : less} ${say(was)}` }];
  })
    .sort((one, other) => other.change - one.change)
    .slice(0, MOST)
    .map(({ words }) => words);
}

/** 12 minutes, 1 hour 30 minutes, 2 days 12 hours. What took longer than the last step is counted there. */
function durationOf(minutes: number): string {
  const parts: [number, string][] = [
    [Math.floor(minutes / 1440), 'day'],
    [Math.floor(minutes / 60) % 24, 'hour'],
    [minutes % 60, 'minute'],
  ];
  const words = parts
    .filter(([many]) => many > 0)
    .map(([many, unit]) => `${many} ${unit}${many === 1 ? '' : 's'}`)
    .join(' ');
  return minutes === ANSWER_STEPS.at(-1) ? `${words} or more` : words;
}
