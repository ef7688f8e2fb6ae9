import type { Conversation } from '../../../../contract/conversations.ts';
import { type Db, inTransaction, type Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import type { Session } from '../../../http/session.ts';
import { publishConversations } from '../../../live/publish.ts';
import { showConversation } from './present.ts';
import { requireConversation } from './seen.ts';

/** Changes a conversation that the person may see. Browsers are notified if `write` says that it changed something. */
export async function changeConversation(
  db: Db,
  deps: Deps,
  session: Session,
  id: string,
  write: (tx: Tx) => Promise<boolean>,
): Promise<Conversation> {
  await requireConversation(db, session, id, deps.clock());
  await inTransaction(db, async (tx) => {
    if (await write(tx)) await publishConversations(tx, session.accountId, [id]);
  });
  return showConversation(db, deps, session, id);
}
