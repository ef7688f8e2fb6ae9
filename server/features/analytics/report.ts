import type { Analytics } from '../../../contract/analytics.ts';
import type { ReadDb } from '../../db/connection.ts';
import type { Session } from '../../http/session.ts';
import type { Kind } from './figures/sums.ts';
import { type KeyedSums, sumByTime, sumUp, type Whose } from './figures-store.ts';
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
import { countWaiting } from './waiting-store.ts';

const NOW = 0;
const BEFORE = 1;
const FIGURES: Kind[] = ['everyone', 'minutes'];

export async function reportOf(db: ReadDb, session: Session, asked: Asked): Promise<Analytics> {
  const { days, timezone, span, whose } = asked;
  const before = daysBefore(days);
  const spanBefore = spanOf(before, timezone);
  const points = pointsOf(days, timezone);
  const isMember = session.userType !== 'admin';
  // By no filter: a colleague's seat may be the only one with its tag, and the job's candidates may all be theirs.
  const all: Whose = { accountId: whose.accountId, personId: null, seatIds: null, jobId: null };
  const [sums, team, byTime, waiting] = await Promise.all([
    sumUp(db, whose, [
      { span, kinds: ['everyone', 'person', 'number', 'template', 'automation', 'error', 'minutes'] },
      { span: spanBefore, kinds: FIGURES },
    ]),
    isMember ? figuresOf(db, all, [span]) : null,
    sumByTime(db, whose, span, { points, offsets: offsetsOf(span, timezone) }),
    countWaiting(db, whose),
  ]);
  const now = sums.filter(({ time }) => time === NOW);
  const [people, names] = await Promise.all([
    listPeople(db, whose, [...keysOf(now, ['person']), ...own(whose)]),
    listNames(db, whose.accountId, keysOf(now, ['template', 'automation', 'number'])),
  ]);
  return {
    range: { ...days, timezone, unit: unitOf(days) },
    previous: before,
    figures: presentFigures(sums, NOW),
    previousFigures: presentFigures(sums, BEFORE),
    team: team?.(NOW) ?? null,
    waiting,
    series: presentSeries(points, byTime),
    hours: presentHours(byTime),
    people: presentPeople(people, now),
    ...presentKeyed(now, names),
  };
}

export async function figuresOf(db: ReadDb, whose: Whose, spans: Span[]) {
  const sums = await sumUp(
    db,
    whose,
    spans.map((span) => ({ span, kinds: FIGURES })),
  );
  return (time: number) => presentFigures(sums, time);
}

const own = ({ personId }: Whose) => (personId === null ? [] : [personId]);

const keysOf = (rows: KeyedSums[], kinds: KeyedSums['kind'][]) =>
  rows.flatMap(({ kind, key }) => (key !== null && kinds.includes(kind) ? [key] : []));

export async function totalsOf(db: ReadDb, { whose, span }: Asked) {
  return presentTotals((await figuresOf(db, whose, [span]))(NOW));
}

export async function totalsOfPeople(db: ReadDb, { whose, span }: Asked) {
  const sums = await sumUp(db, whose, [{ span, kinds: ['person'] }]);
  const people = await listPeople(db, whose, [...keysOf(sums, ['person']), ...own(whose)]);
  return presentPeople(people, sums).map(({ userId, name, seatRole, ...counts }) => ({
    userId,
    name,
    seatRole,
    ...presentTotals(counts),
  }));
}
