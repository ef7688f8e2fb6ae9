import type { Db, ReadDb } from '../../../db/connection.ts';
import { Failure } from '../../../failure.ts';
import type { Session } from '../../../http/session.ts';
import { type Covered, listCovered } from '../../out-of-office/store.ts';
import { maySee, type Viewer } from './rules.ts';
import { type ConversationRow, findConversation, findConversationsByIds } from './store.ts';

/* What a signed-in person may see of conversations: every route of them starts here. */

/** `not_found` for another account's conversation, and for one that the person may not see. */
export async function requireConversation(
  db: Db,
  session: Session,
  id: string,
  now: Date,
): Promise<ConversationRow> {
  const row = await findConversation(db, session.accountId, id);
  if (row === undefined || !maySee(session, row, now)) throw new Failure('not_found');
  return row;
}

/** Those that the person may see, by ID. */
export async function findSeen(
  db: ReadDb,
  viewer: Viewer & { accountId: string },
  ids: string[],
  now: Date,
): Promise<Map<string, ConversationRow>> {
  const rows = await findConversationsByIds(db, viewer.accountId, [...new Set(ids)]);
  return new Map(rows.filter((row) => maySee(viewer, row, now)).map((row) => [row.id, row]));
}

/** The people whom the person covers for; nearly always none, which the session knows. */
export async function coveredBy(
  db: ReadDb,
  session: Pick<Session, 'accountId' | 'userId' | 'isDelegate'>,
  now: Date,
): Promise<Covered[]> {
  return session.isDelegate ? listCovered(db, session, now) : [];
}
