import * as routes from '../../../contract/routes.ts';
import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import type { Api } from '../../http/mount.ts';
import { decodeCursor, encodeCursor, pageOf } from '../../http/page.ts';
import { publish } from '../../live/publish.ts';
import { presentNotification } from './present.ts';
import { countUnreadNotifications, listNotifications, markNotificationsRead } from './store.ts';

export function notificationRoutes(api: Api, deps: Deps): void {
  api.on(routes.listNotifications, async ({ db, session, query }) => {
    const [rows, unreadCount] = await Promise.all([
      listNotifications(db, session, { after: decodeCursor(query.cursor), limit: query.limit }),
      countUnreadNotifications(db, session),
    ]);
    const page = pageOf(
      rows,
      query.limit,
      (row) => encodeCursor({ at: row.createdAt, id: row.id }),
      presentNotification,
    );
    return { ...page, unreadCount };
  });

  api.on(routes.readNotifications, async ({ db, session, body }) => {
    await inTransaction(db, async (tx) => {
      const [first] = await markNotificationsRead(tx, session, { ids: body.ids ?? null, at: deps.clock() });
      // Their other browsers load the list again, whichever of them it names.
      if (first !== undefined)
        await publish(tx, [{ accountId: session.accountId, kind: 'notification', subjectId: first }]);
    });
    return { unreadCount: await countUnreadNotifications(db, session) };
  });
}
