import type { ReadDb } from '../../db/connection.ts';
import { Failure, invalidField } from '../../failure.ts';
import type { Session } from '../../http/session.ts';
import type { Whose } from './figures-store.ts';
import { type Named, readFacts } from './filter-store.ts';
import { type Days, problemOf, type Span, spanOf, todayIn } from './range.ts';

export interface Asked {
  days: Days;
  timezone: string;
  span: Span;
  whose: Whose;
}

/** For sums alone, any number of days will do. */
const A_CENTURY = 36_525;

interface Query extends Named {
  date: string;
  enddate?: string | undefined;
  timezone?: string | undefined;
}

/** What the query asks for, limited to what the person may see: members see only what they did themselves. */
export async function readFilter(
  db: ReadDb,
  session: Session,
  query: Query,
  now: Date,
  mostDays = A_CENTURY,
): Promise<Asked> {
  const isMember = session.userType !== 'admin';
  if (isMember && query.userId !== undefined && query.userId !== session.userId)
    throw new Failure('forbidden');
  const facts = await readFacts(db, session, query);
  const timezone = query.timezone ?? facts.timezone;
  const today = todayIn(timezone, now);
  const days = { date: query.date, enddate: query.enddate ?? today };
  const problem = problemOf(days, today, mostDays);
  if (problem !== null) throw invalidField(...problem);
  if (!facts.hasPerson) throw invalidField('userId', 'Choose someone from your company');
  if (!facts.hasJob) throw invalidField('jobId', "Choose a job that isn't deleted");
  const { accountId } = session;
  const whose: Whose = {
    accountId,
    personId: isMember ? session.userId : (query.userId ?? null),
    seatIds: facts.seatIds,
    jobId: query.jobId ?? null,
  };
  return { days, timezone, span: spanOf(days, timezone), whose };
}
