import type { QueryOf, ReplyOf } from '../../../../contract/route.ts';
import type * as routes from '../../../../contract/routes.ts';
import type { Db } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { decodeCursor, encodeCursor } from '../../../http/page.ts';
import type { Session } from '../../../http/session.ts';
import { listUpdated } from '../conversations/message-store.ts';
import { presentMessages } from '../conversations/present.ts';
import { findSeen } from '../conversations/seen.ts';

/** How many texts are looked at for a page of someone who may not see all of them. */
const LOOKED_AT = 500;

/** Texts in the order in which they changed; of those that were looked at, the ones that the person may see. */
export async function listChanged(
  db: Db,
  deps: Deps,
  session: Session,
  { updatedSince, cursor, limit }: QueryOf<typeof routes.listChangedMessages>,
): Promise<ReplyOf<typeof routes.listChangedMessages>> {
  const { accountId } = session;
  const most = session.userType === 'admin' ? limit : Math.max(limit, LOOKED_AT);
  const since = updatedSince === undefined ? undefined : new Date(updatedSince);
  const rows = await listUpdated(db, accountId, { since, after: decodeCursor(cursor), limit: most });
  const looked = rows.slice(0, most);
  const threads = await findSeen(
    db,
    session,
    [...new Set(looked.map((row) => row.conversationId))],
    deps.clock(),
  );
  const seen = looked.filter((row) => threads.has(row.conversationId));
  const shown = seen.slice(0, limit);
  const last = seen.length > limit ? shown.at(-1) : rows.length > most ? looked.at(-1) : undefined;
  const messages = await presentMessages(db, deps, accountId, shown);
  return {
    items: shown.flatMap((row, index) => {
      const message = messages[index];
      const candidateId = threads.get(row.conversationId)?.candidateId;
      return message && candidateId
        ? [{ ...message, candidateId, updatedAt: row.updatedAt.toISOString() }]
        : [];
    }),
    nextCursor: last === undefined ? null : encodeCursor({ at: last.updatedAt, id: last.id }),
  };
}
