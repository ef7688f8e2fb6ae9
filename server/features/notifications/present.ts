import type { Notification } from '../../../contract/notifications.ts';
import type { Db } from '../../db/connection.ts';
import type { RenderedNote } from '../../live/hub.ts';
import { findNotificationsByIds, type NotificationRow } from './store.ts';

export function presentNotification(row: NotificationRow): Notification {
  return {
    id: row.id,
    type: row.type,
    text: row.text,
    conversationId: row.conversationId,
    createdAt: row.createdAt.toISOString(),
    readAt: row.readAt?.toISOString() ?? null,
  };
}

/** The events of these notifications, by their ID. Only the person who was notified hears of one. */
export async function renderNotifications(
  db: Db,
  accountId: string,
  ids: string[],
): Promise<Map<string, RenderedNote>> {
  const rows = await findNotificationsByIds(db, accountId, ids);
  return new Map(
    rows.map((row) => {
      const { type: about, ...shown } = presentNotification(row);
      return [
        row.id,
        { events: [{ type: 'notification', about, ...shown }], userIds: [row.userId], isPersonal: true },
      ];
    }),
  );
}
