import type { Analytics, AnswerTimes, Counts, Figures } from '../../../contract/analytics.ts';
import { ERASED_PERSON } from '../../../contract/audit.ts';
import { formatPhone } from '../../phone.ts';
import { answerTimesOf } from './answer-times.ts';
import type { KeyedSums, Point } from './figures-store.ts';
import type { PersonRow } from './names-store.ts';

const NONE: Counts = {
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
};

/** Without the other fields. */
const presentCounts = (sums: Counts | undefined = NONE): Counts =>
  Object.fromEntries(Object.keys(NONE).map((name) => [name, sums[name as keyof Counts]])) as typeof NONE;

export function presentTotals({ sent, received }: Pick<Counts, 'sent' | 'received'> = NONE) {
  return { totalSentMessages: sent, totalReceivedMessages: received };
}

export function presentFigures(rows: KeyedSums[], time: number): Figures {
  const of = (kind: KeyedSums['kind']) => rows.filter((row) => row.time === time && row.kind === kind);
  const answers = of('minutes').filter(({ key }) => key !== null);
  const times = (by: 'byCandidate' | 'byUs'): AnswerTimes =>
    answerTimesOf(answers.map((row) => ({ minutes: Number(row.key), answers: row[by] })));
  return {
    ...presentCounts(of('everyone')[0]),
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
export function presentPeople(people: PersonRow[], rows: KeyedSums[]): Analytics['people'] {
  const sums = new Map(
    rows.flatMap((row) => (row.kind === 'person' && row.key !== null ? [[row.key, row]] : [])),
  );
  const known = new Set(people.map(({ id }) => id));
  const erased = [...sums.keys()].filter((id) => !known.has(id));
  return [...people, ...erased.map((id) => ({ id, name: ERASED_PERSON, seatRole: null }))]
    .map(({ id, name, seatRole }) => ({ userId: id, name, seatRole, ...presentCounts(sums.get(id)) }))
    .sort((a, b) => a.name.localeCompare(b.name) || (a.userId < b.userId ? -1 : 1));
}

type Keyed = Pick<Analytics, 'failures' | 'templates' | 'automations' | 'numbers'>;

export function presentKeyed(rows: KeyedSums[], names: Map<string, string>): Keyed {
  const of = (kind: KeyedSums['kind']) => rows.filter((row) => row.kind === kind);
  const used = (kind: 'template' | 'automation') =>
    of(kind)
      .flatMap(({ key: id, sent, usedAnswered: answered, optOuts }) =>
        id === null || sent + optOuts === 0
          ? []
          : [{ id, name: names.get(id) ?? null, sent, answered, optOuts }],
      )
      .sort((a, b) => b.sent - a.sent || (a.id < b.id ? -1 : 1));
  return {
    failures: of('error')
      .flatMap(({ key: errorCode, failed }) => (failed > 0 ? [{ errorCode, failed }] : []))
      .sort((a, b) => b.failed - a.failed),
    templates: used('template'),
    automations: used('automation'),
    numbers: of('number')
      .flatMap(({ key: id, sent, delivered, failed, received }) => {
        if (id === null || sent + failed + received === 0) return [];
        const number = names.get(id);
        return [{ id, number: number ? formatPhone(number) : null, sent, delivered, failed, received }];
      })
      .sort((a, b) => b.sent - a.sent || (a.id < b.id ? -1 : 1)),
  };
}
