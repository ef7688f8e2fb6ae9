import * as routes from '../../../../contract/routes.ts';
import type { Db } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import type { Api } from '../../../http/mount.ts';
import { decodeCursor, encodeCursor, pageOf } from '../../../http/page.ts';
import { listSeated } from '../../team/seats/store.ts';
import { avatarUrl } from '../../users/avatar-address.ts';
import { listActivity, presentActivity } from './activity.ts';
import { assignConversation } from './assign.ts';
import { bulkRoutes } from './bulk-routes.ts';
import { changeConversation } from './change-conversation.ts';
import { presentConversations, presentMessages, showConversation } from './present.ts';
import { readThread } from './read-thread.ts';
import { reviewHold, undoReview } from './review-hold.ts';
import { inboxOf, seenBy } from './rules.ts';
import { inOrder, searchInbox } from './search-inbox.ts';
import { coveredBy, requireConversation } from './seen.ts';
import { endSnooze, remindAt, snoozeUntil } from './snooze.ts';
import { cursorIn, endWait, findConversationsByIds, listInbox, resumeWait, setArchived } from './store.ts';
import { listTagged } from './tag-store.ts';

export function conversationRoutes(api: Api, deps: Deps): void {
  bulkRoutes(api, deps);
  api.on(routes.listConversations, async ({ db, session, query }) => {
    const whose = inboxOf(session, query.assignee);
    const isOwn = whose.assigneeId === session.userId;
    const covered = isOwn ? await coveredBy(db, session, deps.clock()) : [];
    const inbox = { ...whose, covered, filter: query.filter };
    const tags = [query.tag ?? []].flat();
    if (query.search) {
      const found = await searchInbox(db, session.accountId, { ...query, search: query.search, inbox, tags });
      return { ...found, items: await presentConversations(db, deps, session, found.items) };
    }
    const page = { ...inbox, after: decodeCursor(query.cursor), limit: query.limit };
    if (tags.length > 0) {
      const found = await listTagged(db, session.accountId, { ...page, tags });
      const rows = inOrder(found.ids, await findConversationsByIds(db, session.accountId, found.ids));
      return {
        items: await presentConversations(db, deps, session, rows),
        nextCursor: found.next && encodeCursor(found.next),
      };
    }
    const rows = await listInbox(db, session.accountId, page);
    const listed = pageOf(
      rows,
      query.limit,
      (row) => encodeCursor(cursorIn(query.filter, row)),
      (row) => row,
    );
    return { ...listed, items: await presentConversations(db, deps, session, listed.items) };
  });

  api.on(routes.getConversation, ({ db, session, params }) => showConversation(db, deps, session, params.id));

  api.on(routes.listMessages, async ({ db, session, params, query }) => {
    await requireConversation(db, session, params.id, deps.clock());
    const { items, ...cursors } = await readThread(db, session.accountId, params.id, query);
    return { items: await presentMessages(db, deps, session.accountId, items), ...cursors };
  });

  sharingRoutes(api, deps);

  const change = (
    route: typeof routes.archiveConversation,
    write: (db: Db, accountId: string, id: string) => Promise<boolean>,
  ) =>
    api.on(route, ({ db, session, params: { id } }) =>
      changeConversation(db, deps, session, id, (tx) => write(tx, session.accountId, id)),
    );
  change(routes.archiveConversation, (db, accountId, id) => setArchived(db, accountId, id, deps.clock()));
  change(routes.unarchiveConversation, (db, accountId, id) => setArchived(db, accountId, id, null));

  change(routes.endWait, endWait);
  change(routes.resumeWait, resumeWait);

  api.on(routes.reviewHold, async ({ db, session, params, body }) => {
    await requireConversation(db, session, params.id, deps.clock());
    await reviewHold(db, deps, session, params.id, body);
    return showConversation(db, deps, session, params.id);
  });

  api.on(routes.undoReview, async ({ db, session, params }) => {
    await requireConversation(db, session, params.id, deps.clock());
    await undoReview(db, deps, session, params.id);
    return showConversation(db, deps, session, params.id);
  });
}

export function snoozeRoutes(api: Api, deps: Deps): void {
  api.on(routes.snoozeConversation, ({ db, session, params, body }) =>
    snoozeUntil(db, deps, session, params.id, body.until),
  );
  api.on(routes.unsnoozeConversation, ({ db, session, params }) => endSnooze(db, deps, session, params.id));
  api.on(routes.remindConversation, ({ db, session, params, body }) =>
    remindAt(db, deps, session, params.id, body.at),
  );
}

/** Who has it, who had it, and who has it open. */
function sharingRoutes(api: Api, deps: Deps): void {
  api.on(routes.listConversationActivity, async ({ db, session, params, query: { cursor, limit } }) => {
    await requireConversation(db, session, params.id, deps.clock());
    const page = { after: decodeCursor(cursor), limit };
    return pageOf(
      await listActivity(db, session.accountId, [params.id], page),
      limit,
      (row) => encodeCursor({ at: row.createdAt, id: row.id }),
      presentActivity,
    );
  });

  api.on(routes.listAssignees, async ({ db, session: { accountId } }) =>
    (await listSeated(db, accountId)).map(({ avatarId, ...person }) => ({
      ...person,
      avatar: avatarUrl(deps, accountId, avatarId),
    })),
  );

  api.on(routes.assignConversation, ({ db, session, params, body }) =>
    assignConversation(db, deps, session, params.id, body.userId),
  );

  api.on(routes.sendPresence, async ({ db, session, params, body }) => {
    const row = await requireConversation(db, session, params.id, deps.clock());
    const { accountId, userId, firstName } = session;
    deps.hub.showPresence({
      accountId,
      conversationId: row.id,
      user: { id: userId, firstName },
      state: body.state,
      userIds: seenBy(row, deps.clock()),
    });
    return { status: 'ok' as const };
  });
}
