import { CALENDARS, missingOf } from '../../../../contract/access.ts';
import type { Db } from '../../../db/connection.ts';
import { whoIs } from '../../../http/access.ts';
import type { Session } from '../../../http/session.ts';
import { listUsableLinks } from './store.ts';

/** Whether a person's texts are filled in with links: the shortcuts of someone who lost the plan or the seat stay, unused. */
export const hasCalendars = (session: Session): boolean => missingOf(CALENDARS, whoIs(session)) === null;

/** What `calendar.link` stands for. */
export async function findCalendarLink(db: Db, session: Session): Promise<string | null> {
  if (!hasCalendars(session)) return null;
  const [first] = await listUsableLinks(db, session);
  return first?.url ?? null;
}
