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
import {
  presentFigures,
  presentHours,
  presentKeyed,
  presentPeople,
  presentSeries,
  presentTotals,
} from './present.ts';
import { daysBefore, offsetsOf, pointsOf, type Span, spanOf, unitOf } from './range.ts';
import type { Asked } from './read-filter.ts';
import { tilesOf } from './tiles.ts';
import { countWaiting } from './waiting-store.ts';

const NOW = 0;
const BEFORE = 1;

export async function reportOf(db: Db, session: Session, asked: Asked): Promise<Analytics> {
  const { days, timezone, span, whose } = asked;
  const before = daysBefore(days);
  const spanBefore = spanOf(before, timezone);
  const points = pointsOf(days, timezone);
  const isMember = session.userType !== 'admin';
  // By no filter: a colleague's seat may be the only one with its tag, and the job's candidates may all be theirs.
  const all: Whose = { accountId: whose.accountId, personId: null, seatIds: null, jobId: null };
  const [figures, team, byKey, byTime, waiting] = await Promise.all([
    figuresOf(db, whose, [span, spanBefore]),
    isMember ? figuresOf(db, all, [span]) : null,
    sumByKey(db, whose, piecesOf(span, NOW)),
    sumByTime(
      db,
      whose,
      { ...span, grain: 'quarter', time: NOW },
      { points, offsets: offsetsOf(span, timezone) },
    ),
    countWaiting(db, whose),
  ]);
  const sums = sumsOfPeople(byKey);
  const [people, names] = await Promise.all([
    listPeople(db, whose, [...sums.keys(), ...own(whose)]),
    listNames(db, whose.accountId, byKey.flatMap(idOf)),
  ]);
  return {
    range: { ...days, timezone, unit: unitOf(days) },
    previous: before,
    figures: figures(NOW),
    previousFigures: figures(BEFORE),
    team: team?.(NOW) ?? null,
    waiting,
    series: presentSeries(points, byTime),
    hours: presentHours(byTime),
    people: presentPeople(people, sums),
    ...presentKeyed(byKey, names),
  };
}

export async function figuresOf(db: Db, whose: Whose, spans: Span[]) {
  const pieces = spans.flatMap(piecesOf);
  const [sums, answers] = await Promise.all([sumUp(db, whose, pieces), sumAnswers(db, whose, pieces)]);
  return (time: number) =>
    presentFigures(
      sums.get(time),
      answers.filter((row) => row.time === time),
    );
}

const piecesOf = (span: Span, time: number): Piece[] => tilesOf(span).map((tile) => ({ ...tile, time }));

const own = ({ personId }: Whose) => (personId === null ? [] : [personId]);

function sumsOfPeople(rows: KeyedSums[]): Map<string, Sums> {
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

export async function totalsOf(db: Db, { whose, span }: Asked) {
  const sums = await sumUp(db, whose, piecesOf(span, NOW));
  return presentTotals(sums.get(NOW));
}

export async function totalsOfPeople(db: Db, { whose, span }: Asked) {
  const sums = sumsOfPeople(await sumByKey(db, whose, piecesOf(span, NOW)));
  const people = presentPeople(await listPeople(db, whose, [...sums.keys(), ...own(whose)]), sums);
  return people.map(({ userId, name, seatRole, ...counts }) => ({
    userId,
    name,
    seatRole,
    ...presentTotals(counts),
  }));
}
