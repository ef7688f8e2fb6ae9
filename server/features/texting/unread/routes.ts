import * as routes from '../../../../contract/routes.ts';
import type { Deps } from '../../../deps.ts';
import type { Api } from '../../../http/mount.ts';
import { changeConversation } from '../conversations/change-conversation.ts';
import { unassignedOf } from '../conversations/rules.ts';
import { coveredBy } from '../conversations/seen.ts';
import { countInbox, markRead, markUnread } from '../conversations/store.ts';

export function unreadRoutes(api: Api, deps: Deps): void {
  api.on(routes.getInboxCounts, async ({ db, session }) => {
    const { accountId, userId, userType } = session;
    const [counts, unassigned, uncovered] = await Promise.all([
      coveredBy(db, session, deps.clock()).then((covered) =>
        countInbox(db, accountId, { assigneeId: userId, covered }, ['unread', 'waiting']),
      ),
      countInbox(db, accountId, { ...unassignedOf(session), covered: [] }, ['all']),
      userType === 'admin'
        ? countInbox(db, accountId, { assigneeId: 'uncovered', covered: [] }, ['unread'])
        : null,
    ]);
    return { ...counts, unassigned: unassigned.all, ...(uncovered && { uncovered: uncovered.unread }) };
  });

  const change = (route: typeof routes.readConversation, mark: typeof markRead) =>
    api.on(route, ({ db, session, params: { id } }) =>
      changeConversation(db, deps, session, id, (tx) => mark(tx, session.accountId, id)),
    );
  change(routes.readConversation, markRead);
  change(routes.unreadConversation, markUnread);
}
