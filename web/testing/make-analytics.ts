import type { Analytics, Figures } from '../../contract/analytics.ts';
import { makeId } from './make.ts';

export function makeFigures(over: Partial<Figures> = {}): Figures {
  return {
    sent: 120,
    automatic: 20,
    sentSegments: 150,
    delivered: 114,
    failed: 3,
    received: 80,
    receivedSegments: 90,
    started: 40,
    answered: 26,
    startedByCandidates: 5,
    optOuts: 2,
    candidateAnswerTimes: { answers: 60, median: 25, p90: 240 },
    ourAnswerTimes: { answers: 55, median: 10, p90: 75 },
    ...over,
  };
}

export const noFigures: Figures = {
  ...makeFigures(),
  ...{ sent: 0, automatic: 0, sentSegments: 0, delivered: 0, failed: 0, received: 0, receivedSegments: 0 },
  ...{ started: 0, answered: 0, startedByCandidates: 0, optOuts: 0 },
  candidateAnswerTimes: { answers: 0, median: null, p90: null },
  ourAnswerTimes: { answers: 0, median: null, p90: null },
};

/** Two days of November in New York. */
export function makeAnalytics(over: Partial<Analytics> = {}): Analytics {
  const { candidateAnswerTimes: _theirs, ourAnswerTimes: _ours, ...counts } = makeFigures();
  return {
    range: { date: '2026-11-22', enddate: '2026-11-23', timezone: 'America/New_York', unit: 'day' },
    previous: { date: '2026-11-20', enddate: '2026-11-21' },
    figures: makeFigures(),
    previousFigures: makeFigures({ sent: 100, ourAnswerTimes: { answers: 40, median: 15, p90: 90 } }),
    team: null,
    waiting: 4,
    series: [
      { startsAt: '2026-11-22T05:00:00.000Z', sent: 50, received: 30, started: 20, answered: 16 },
      { startsAt: '2026-11-23T05:00:00.000Z', sent: 70, received: 50, started: 20, answered: 10 },
    ],
    hours: [
      { weekday: 1, hour: 9, sent: 70, received: 20 },
      { weekday: 7, hour: 14, sent: 50, received: 60 },
    ],
    people: [{ userId: makeId(), name: 'Dana Reed', seatRole: 'recruiter', ...counts }],
    failures: [{ errorCode: 'not_textable', failed: 3 }],
    templates: [{ id: makeId(), name: 'Interview invitation', sent: 30, answered: 21, optOuts: 1 }],
    automations: [{ id: makeId(), name: 'Day before', sent: 20, answered: 5, optOuts: 0 }],
    numbers: [{ id: makeId(), number: '(415) 555-0100', sent: 120, delivered: 114, failed: 3, received: 80 }],
    ...over,
  };
}
