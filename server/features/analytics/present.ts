import type { Analytics, AnswerTimes, Counts, Figures } from '../../../contract/analytics.ts';
import { ERASED_PERSON } from '../../../contract/audit.ts';
import { formatPhone } from '../../phone.ts';
import { answerTimesOf } from './answer-times.ts';
import type { Answers, KeyedSums, Point, Sums } from './figures-store.ts';
import type { PersonRow } from './names-store.ts';

const NONE: Sums = {
  sent: 0,
  automatic: 0,
  sentSegments: 0,
  delivered: 0,
  failed: 0,
  received: 0,
  receivedSegments: 0,
  started: 0,
  answered: 0,
  startedByCandidates: 0,
  optOuts: 0,
  usedAnswered: 0,
};

export function presentCounts(sums: Sums = NONE): Counts {
  const { usedAnswered: _, ...counts } = sums;
  return counts;
}

export function presentTotals({ sent, received }: Pick<Sums, 'sent' | 'received'> = NONE) {
  return { totalSentMessages: sent, totalReceivedMessages: received };
}

export function presentFigures(sums: Sums | undefined, answers: Answers[]): Figures {
  const times = (of: 'byCandidate' | 'byUs'): AnswerTimes =>
    answerTimesOf(answers.map((row) => ({ minutes: row.minutes, answers: row[of] })));
  return {
    ...presentCounts(sums),
    candidateAnswerTimes: times('byCandidate'),
    ourAnswerTimes: times('byUs'),
  };
}

export function presentSeries(points: Date[], rows: Point[]): Analytics['series'] {
  const byPoint = new Map(rows.map((row) => [row.point, row]));
  return points.map((startsAt, index) => {
    const { sent, received, started, answered } = byPoint.get(index + 1) ?? NONE;
    return { startsAt: startsAt.toISOString(), sent, received, started, answered };
  });
}

export function presentHours(rows: Point[]): Analytics['hours'] {
  return rows
    .flatMap(({ weekday, hour, sent, received }) =>
      weekday === null || hour === null || sent + received === 0 ? [] : [{ weekday, hour, sent, received }],
    )
    .sort((a, b) => a.weekday - b.weekday || a.hour - b.hour);
}

/** By name: those with a row, and those who have figures but were erased. */
export function presentPeople(people: PersonRow[], sums: Map<string, Sums>): Analytics['people'] {
  const known = new Set(people.map(({ id }) => id));
  const erased = [...sums.keys()].filter((id) => !known.has(id));
  return [...people, ...erased.map((id) => ({ id, name: ERASED_PERSON, seatRole: null }))]
    .map(({ id, name, seatRole }) => ({ userId: id, name, seatRole, ...presentCounts(sums.get(id)) }))
    .sort((a, b) => a.name.localeCompare(b.name) || (a.userId < b.userId ? -1 : 1));
}

type Keyed = Pick<Analytics, 'failures' | 'templates' | 'automations' | 'numbers'>;

export function presentKeyed(rows: KeyedSums[], names: Map<string, string>): Keyed {
  const used = (key: 'template' | 'automation') =>
    rows
      .flatMap((row) => {
        const id = row.key === key ? row[`${key}Id`] : null;
        const { sent, usedAnswered: answered, optOuts } = row;
        return id === null || sent + optOuts === 0
          ? []
          : [{ id, name: names.get(id) ?? null, sent, answered, optOuts }];
      })
      .sort((a, b) => b.sent - a.sent || (a.id < b.id ? -1 : 1));
  return {
    failures: rows
      .flatMap(({ key, errorCode, failed }) =>
        key === 'errorCode' && failed > 0 ? [{ errorCode, failed }] : [],
      )
      .sort((a, b) => b.failed - a.failed),
    templates: used('template'),
    automations: used('automation'),
    numbers: rows
      .flatMap(({ key, numberId: id, sent, delivered, failed, received }) => {
        if (key !== 'number' || id === null || sent + failed + received === 0) return [];
        const number = names.get(id);
        return [{ id, number: number ? formatPhone(number) : null, sent, delivered, failed, received }];
      })
      .sort((a, b) => b.sent - a.sent || (a.id < b.id ? -1 : 1)),
  };
}
