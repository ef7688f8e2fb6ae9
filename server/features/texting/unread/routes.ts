import * as routes from '../../../../contract/routes.ts';
import { inTransaction } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import type { Api } from '../../../http/mount.ts';
import { publish } from '../../../live/publish.ts';
import { showConversation } from '../conversations/present.ts';
import { coveredBy, requireConversation } from '../conversations/seen.ts';
import { countInbox, markRead, markUnread } from '../conversations/store.ts';

export function unreadRoutes(api: Api, deps: Deps): void {
  api.on(routes.getInboxCounts, async ({ db, session }) => {
    const [counts, uncovered] = await Promise.all([
      coveredBy(db, session, deps.clock()).then((covered) =>
        countInbox(db, session.accountId, { assigneeId: session.userId, covered }),
      ),
      session.userType === 'admin'
        ? countInbox(db, session.accountId, { assigneeId: 'noOne', covered: [] })
        : null,
    ]);
    return { ...counts, ...(uncovered && { uncovered: uncovered.unread }) };
  });

  const change = (route: typeof routes.readConversation, mark: typeof markRead) =>
    api.on(route, async ({ db, session, params: { id } }) => {
      const { accountId } = session;
      await requireConversation(db, session, id, deps.clock());
      await inTransaction(db, async (tx) => {
        if (await mark(tx, accountId, id))
          await publish(tx, [{ accountId, kind: 'conversation.updated', subjectId: id }]);
      });
      return showConversation(db, deps, session, id);
    });
  change(routes.readConversation, markRead);
  change(routes.unreadConversation, markUnread);
}
