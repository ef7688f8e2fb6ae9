import { sql } from 'kysely';
import type { NotificationType } from '../../../contract/notifications.ts';
import type { Db } from '../../db/connection.ts';
import { sweepRows } from '../../db/sweep.ts';
import type { Cursor } from '../../http/page.ts';

export interface NotificationRow {
  id: string;
  userId: string;
  type: NotificationType;
  text: string;
  conversationId: string | null;
  createdAt: Date;
  readAt: Date | null;
}

const COLUMNS = [
  'id',
  'user_id as userId',
  'type',
  'text',
  'conversation_id as conversationId',
  'created_at as createdAt',
  'read_at as readAt',
] as const;

interface Person {
  accountId: string;
  userId: string;
}

export interface NewNotification extends Person {
  id: string;
  type: NotificationType;
  text: string;
  conversationId: string | null;
  actorId: string | null;
  mailDue: boolean;
  createdAt: Date;
}

export async function insertNotifications(db: Db, rows: NewNotification[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('notifications')
    .values(
      rows.map((row) => ({
        account_id: row.accountId,
        id: row.id,
        user_id: row.userId,
        type: row.type,
        text: row.text,
        conversation_id: row.conversationId,
        actor_id: row.actorId,
        mail_due: row.mailDue,
        created_at: row.createdAt,
      })),
    )
    .execute();
}

/** Newest first. */
export function listNotifications(
  db: Db,
  { accountId, userId }: Person,
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<NotificationRow[]> {
  return db
    .selectFrom('notifications')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

export function findNotificationsByIds(db: Db, accountId: string, ids: string[]): Promise<NotificationRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('notifications')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .execute();
}

const COUNT_LIMIT = 100;

export async function countUnreadNotifications(db: Db, { accountId, userId }: Person): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from (
      select from notifications
       where account_id = ${accountId} and user_id = ${userId} and read_at is null
       limit ${sql.lit(COUNT_LIMIT)}) as counted`.execute(db);
  return rows[0]?.unread ?? 0;
}

/** Null: all of theirs. Returns those that were unread. */
export async function markNotificationsRead(
  db: Db,
  { accountId, userId }: Person,
  { ids, at }: { ids: string[] | null; at: Date },
): Promise<string[]> {
  const rows = await db
    .updateTable('notifications')
    .set({ read_at: at })
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .$if(ids !== null, (query) => query.where('id', '=', sql<string>`any(${ids}::uuid[])`))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Marks those of a type, in these conversations, as read, and mails none of them. Returns those that were open. */
export function settleNotifications(
  db: Db,
  accountId: string,
  { type, conversationIds, at }: { type: NotificationType; conversationIds: string[]; at: Date },
): Promise<{ id: string; userId: string }[]> {
  if (conversationIds.length === 0) return Promise.resolve([]);
  return db
    .updateTable('notifications')
    .set({ read_at: sql<Date>`coalesce(read_at, ${at})`, mail_due: false })
    .where('account_id', '=', accountId)
    .where('conversation_id', '=', sql<string>`any(${conversationIds}::uuid[])`)
    .where('type', '=', type)
    .where((where) => where.or([where('read_at', 'is', null), where('mail_due', '=', true)]))
    .returning(['id', 'user_id as userId'])
    .execute();
}

export function sweepNotifications(db: Db): Promise<void> {
  return sweepRows(db, 'notifications', { time: sql`created_at`, before: sql`now() - interval '90 days'` });
}
