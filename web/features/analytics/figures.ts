import { type Analytics, type Figure, type Figures, QUIET_DAYS } from '../../../contract/analytics.ts';
import { counted } from '../../lib/words.ts';
import {
  answerTimeInWords,
  countInWords,
  isLongest,
  minutesInWords,
  NONE,
  shareInWords,
  shareOf,
} from './numbers-in-words.ts';

/** What each figure is called, and what it counts: the one list of words. */
export const glossary: Record<Figure, { label: string; counts: string }> = {
  sent: {
    label: 'Sent',
    counts: 'Texts that the carrier accepted, automatic ones too, delivered or not.',
  },
  automatic: { label: 'Automatic', counts: 'Texts sent that no one typed, such as reminders and replies.' },
  received: { label: 'Received', counts: "Texts that candidates sent. Calls don't count." },
  delivered: {
    label: 'Delivered',
    counts: 'The share of texts sent that reached the phone, according to the carrier.',
  },
  failed: { label: 'Failed', counts: "Texts that the carrier refused or couldn't deliver." },
  started: {
    label: 'Conversations started',
    counts: `Someone on your team typed the first text, or the first after ${QUIET_DAYS} days without one. Automatic texts don't count.`,
  },
  startedByCandidates: {
    label: 'Started by candidates',
    counts: `The candidate wrote the first text, or the first after ${QUIET_DAYS} days without one.`,
  },
  answered: {
    label: 'Reply rate',
    counts:
      'The share of conversations your team started that the candidate answered within 72 hours. The last three days can still go up.',
  },
  candidateAnswers: {
    label: 'Candidates answer in',
    counts:
      "Half of the answers came within this time. Measured from the first unanswered text. Automatic texts don't count.",
  },
  ourAnswers: {
    label: 'You answer in',
    counts:
      "Half of the answers came within this time. It runs from the candidate's first text that waited to the first one that someone on your team typed.",
  },
  waiting: {
    label: 'Waiting now',
    counts:
      "Candidates waiting for an answer right now, whatever days you look at. Archived conversations don't count.",
  },
  optOuts: {
    label: 'Opt-outs',
    counts: 'Candidates who opted out. They count for the person who texted them last.',
  },
};

type Kind = 'count' | 'share' | 'minutes';

/** One figure in the row on top. */
export interface TopFigure {
  figure: Figure;
  kind: Kind;
  of: (figures: Figures) => number | null;
  /** In smaller letters below it. */
  second?: (figures: Figures) => { words: string; figure?: Figure } | null;
}

function slowest({ p90 }: Figures['ourAnswerTimes']) {
  if (p90 === null) return null;
  const words = answerTimeInWords(p90);
  return { words: isLongest(p90) ? `10% took ${words}` : `90% within ${words}` };
}

export const topFigures: TopFigure[] = [
  {
    figure: 'sent',
    kind: 'count',
    of: ({ sent }) => sent,
    second: ({ automatic }) =>
      automatic > 0 ? { words: `${countInWords(automatic)} automatic`, figure: 'automatic' } : null,
  },
  { figure: 'received', kind: 'count', of: ({ received }) => received },
  {
    figure: 'delivered',
    kind: 'share',
    of: ({ delivered, sent }) => shareOf(delivered, sent),
    second: ({ delivered, sent }) => (sent > 0 ? { words: ofWords(delivered, sent) } : null),
  },
  { figure: 'failed', kind: 'count', of: ({ failed }) => failed },
  {
    figure: 'started',
    kind: 'count',
    of: ({ started }) => started,
    second: ({ startedByCandidates }) =>
      startedByCandidates > 0
        ? { words: `${countInWords(startedByCandidates)} more by candidates`, figure: 'startedByCandidates' }
        : null,
  },
  {
    figure: 'answered',
    kind: 'share',
    of: ({ answered, started }) => shareOf(answered, started),
    second: ({ answered, started }) => (started > 0 ? { words: ofWords(answered, started) } : null),
  },
  {
    figure: 'candidateAnswers',
    kind: 'minutes',
    of: ({ candidateAnswerTimes }) => candidateAnswerTimes.median,
    second: ({ candidateAnswerTimes }) => slowest(candidateAnswerTimes),
  },
  {
    figure: 'ourAnswers',
    kind: 'minutes',
    of: ({ ourAnswerTimes }) => ourAnswerTimes.median,
    second: ({ ourAnswerTimes }) => slowest(ourAnswerTimes),
  },
  { figure: 'optOuts', kind: 'count', of: ({ optOuts }) => optOuts },
];

const ofWords = (part: number, whole: number) => `${countInWords(part)} of ${countInWords(whole)}`;

const inWords: Record<Kind, (value: number) => string> = {
  count: countInWords,
  share: shareInWords,
  minutes: answerTimeInWords,
};

export const valueInWords = (kind: Kind, value: number | null): string =>
  value === null ? NONE : inWords[kind](value);

const comparatives: Record<Kind, [more: string, less: string]> = {
  count: ['more', 'fewer'],
  share: ['higher', 'lower'],
  minutes: ['longer', 'shorter'],
};

export interface Change {
  way: 'up' | 'down' | 'same' | null;
  /** Beside the arrow. */
  short: string;
  /** Instead of both, for who doesn't see them; the days that it compares to follow. */
  words: string;
}

/** Whether there is nothing to compare with. */
export const isEmpty = ({ sent, received, failed }: Figures) => sent + received + failed === 0;

/** From here on, "times as many" is clearer than a percentage. */
const MANY_PERCENT = 1000;

/** The change from the days before; null if there is nothing to compare. */
export function changeOf({ kind, of }: TopFigure, now: Figures, before: Figures): Change | null {
  if (isEmpty(before)) return null;
  const [value, former] = [of(now), of(before)];
  if (value === null) return null;
  if (former === null || (kind === 'count' && former === 0))
    return value === former
      ? { way: 'same', short: 'No change', words: 'As many as' }
      : { way: null, short: 'No earlier data', words: '' };
  const difference = {
    count: Math.round(((value - former) / former) * 100),
    share: Math.round(value * 100) - Math.round(former * 100),
    minutes: value - former,
  }[kind];
  if (difference === 0) return { way: 'same', short: 'No change', words: 'The same as' };
  const size = Math.abs(difference);
  if (kind === 'count' && size >= MANY_PERCENT) {
    const times = countInWords(Math.round(value / former));
    return { way: 'up', short: `${times}x`, words: `${times} times as many as` };
  }
  const short = {
    count: `${countInWords(size)}%`,
    share: counted(size, 'point'),
    minutes: minutesInWords(size),
  }[kind];
  const isMore = difference > 0;
  const [more, less] = comparatives[kind];
  return { way: isMore ? 'up' : 'down', short, words: `${short} ${isMore ? more : less} than` };
}

export const isWithoutFigures = ({ figures }: Analytics): boolean =>
  isEmpty(figures) &&
  figures.optOuts + figures.candidateAnswerTimes.answers + figures.ourAnswerTimes.answers === 0;
