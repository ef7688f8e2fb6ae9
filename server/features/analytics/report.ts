import type { Analytics } from '../../../contract/analytics.ts';
import type { Db } from '../../db/connection.ts';
import type { Session } from '../../http/session.ts';
import {
  type KeyedSums,
  type Piece,
  type Sums,
  sumAnswers,
  sumByKey,
  sumByTime,
  sumUp,
  type Whose,
} from './figures-store.ts';
import { listNames, listPeople } from './names-store.ts';
import { presentFigures, presentHours, presentKeyed, presentPeople, presentSeries } from './present.ts';
import { daysBefore, offsetsOf, pointsOf, type Span, spanOf, unitOf } from './range.ts';
import type { Asked } from './read-filter.ts';
import { type Grain, tilesOf } from './tiles.ts';
import { countWaiting } from './waiting-store.ts';

const NOW = 0;
const BEFORE = 1;

export async function reportOf(db: Db, session: Session, asked: Asked): Promise<Analytics> {
  const { days, timezone, span, whose } = asked;
  const before = daysBefore(days);
  const spanBefore = spanOf(before, timezone);
  const points = pointsOf(days, timezone);
  const isMember = session.userType !== 'admin';
  const all = { ...whose, personId: null };
  const [own, team, byKey, byTime, waiting] = await Promise.all([
    figuresOf(db, whose, [span, spanBefore]),
    isMember ? figuresOf(db, all, [span]) : null,
    sumByKey(db, whose, piecesOf(span, NOW)),
    sumByTime(db, whose, inQuarters(whose, span), { points, offsets: offsetsOf(span, timezone) }),
    countWaiting(db, whose),
  ]);
  const sums = sumsOfPeople(byKey);
  const [people, names] = await Promise.all([
    listPeople(db, whose, [...sums.keys(), ...(whose.personId === null ? [] : [whose.personId])]),
    listNames(db, whose.accountId, byKey.flatMap(idOf)),
  ]);
  return {
    range: { ...days, timezone, unit: unitOf(days) },
    previous: before,
    figures: own(NOW),
    previousFigures: own(BEFORE),
    team: team?.(NOW) ?? null,
    waiting,
    series: presentSeries(points, byTime),
    hours: presentHours(byTime),
    people: presentPeople(people, sums),
    ...presentKeyed(byKey, names),
  };
}

export async function figuresOf(db: Db, whose: Whose, spans: Span[]) {
  const [sums, answers] = await Promise.all([
    sumUp(db, whose, isEverybody(whose) ? spans.map(ofEveryone) : spans.flatMap(piecesOf)),
    sumAnswers(db, whose, spans.flatMap(piecesOf)),
  ]);
  return (time: number) =>
    presentFigures(
      sums.get(time),
      answers.filter((row) => row.time === time),
    );
}

/** Then there are rows that are of everyone already. */
const isEverybody = ({ personId, seatIds, jobId }: Whose) =>
  personId === null && seatIds === null && jobId === null;

const piecesOf = (span: Span, time: number): Piece[] => tilesOf(span).map((tile) => ({ ...tile, time }));
const ofEveryone = (span: Span, time: number): Piece => ({ ...span, grain: 'everyone', time });

function inQuarters(whose: Whose, span: Span): Piece {
  const grain: Grain = isEverybody(whose) ? 'everyone' : 'quarter';
  return { ...span, grain, time: NOW };
}

export function sumsOfPeople(rows: KeyedSums[]): Map<string, Sums> {
  return new Map(
    rows.flatMap((row) => (row.key === 'person' && row.personId !== null ? [[row.personId, row]] : [])),
  );
}

function idOf({ key, templateId, automationId, numberId }: KeyedSums): string[] {
  const id = {
    person: null,
    errorCode: null,
    template: templateId,
    automation: automationId,
    number: numberId,
  }[key];
  return id === null ? [] : [id];
}
