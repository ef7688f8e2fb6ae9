import { sql } from 'kysely';
import { type BulkAction, UNDO_BULK_MINUTES } from '../../../../contract/conversations.ts';
import type { Db, Tx } from '../../../db/connection.ts';
import { sweepRows } from '../../../db/sweep.ts';

/** A conversation that a bulk changed, with what it replaced. */
export interface Before {
  id: string;
  /** Of `read`: what made it unread, and the last text then. */
  unreadCount?: number;
  unreadReplyAt?: string | null;
  waitingMailedAt?: string | null;
  lastMessageId?: string | null;
  /** Of `assign`: who had it. */
  assigneeId?: string | null;
}

export interface BulkChange {
  id: string;
  action: BulkAction;
  tag: string | null;
  /** Of `assign`: who got them. Null: no one. */
  assigneeId: string | null;
  before: Before[];
  /** When it changed them. */
  at: Date;
}

interface Author {
  accountId: string;
  userId: string;
}

export async function insertBulk(tx: Tx, { accountId, userId }: Author, bulk: BulkChange): Promise<void> {
  await tx
    .insertInto('bulk_changes')
    .values({
      account_id: accountId,
      id: bulk.id,
      user_id: userId,
      action: bulk.action,
      tag: bulk.tag,
      assignee_id: bulk.assigneeId,
      before: JSON.stringify(bulk.before),
      created_at: bulk.at,
    })
    .execute();
}

/** No one else undoes it until the transaction ends. Undefined for what someone else did, and once it's too late. */
export function takeBulk(
  tx: Tx,
  { accountId, userId }: Author,
  { id, now }: { id: string; now: Date },
): Promise<(BulkChange & { undoneAt: Date | null }) | undefined> {
  return tx
    .selectFrom('bulk_changes')
    .select([
      'id',
      'action',
      'tag',
      'assignee_id as assigneeId',
      'before',
      'created_at as at',
      'undone_at as undoneAt',
    ])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('created_at', '>', new Date(now.getTime() - UNDO_BULK_MINUTES * 60_000))
    .forUpdate()
    .$castTo<BulkChange & { undoneAt: Date | null }>()
    .executeTakeFirst();
}

export async function setUndone(tx: Tx, accountId: string, { id, at }: { id: string; at: Date }) {
  await tx
    .updateTable('bulk_changes')
    .set({ undone_at: at })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Once they can't be undone anymore. */
export function sweepBulkChanges(db: Db): Promise<void> {
  return sweepRows(db, 'bulk_changes', {
    time: sql`created_at`,
    before: sql`now() - make_interval(mins => ${UNDO_BULK_MINUTES})`,
  });
}

const those = (accountId: string, ids: string[]) =>
  sql<boolean>`c.account_id = ${accountId} and c.id = any(${ids}::uuid[])`;

export async function archiveAll(tx: Tx, accountId: string, ids: string[], at: Date): Promise<Before[]> {
  const { rows } = await sql<Before>`
    update conversations c set archived_at = ${at}, snoozed_until = null, returned_at = null, returned_reason = null
     where ${those(accountId, ids)} and c.archived_at is null returning c.id`.execute(tx);
  return rows;
}

/** Only where they are still archived since then. */
export async function unarchiveAll(tx: Tx, accountId: string, ids: string[], at: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update conversations c set archived_at = null
     where ${those(accountId, ids)} and c.archived_at = ${at} returning c.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The conversations are locked. */
export async function readAll(tx: Tx, accountId: string, ids: string[]): Promise<Before[]> {
  const { rows } = await sql<Before>`
    update conversations c set unread_count = 0, unread_reply_at = null, waiting_mailed_at = null
      from conversations was
     where ${those(accountId, ids)} and was.account_id = c.account_id and was.id = c.id
       and (c.unread_count > 0 or c.unread_reply_at is not null)
    returning c.id, was.unread_count as "unreadCount", was.unread_reply_at as "unreadReplyAt",
              was.waiting_mailed_at as "waitingMailedAt", c.last_message_id as "lastMessageId"`.execute(tx);
  return rows;
}

/** Only where no text has come or gone since. */
export async function unreadAll(tx: Tx, accountId: string, before: Before[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update conversations c
       set unread_count = was."unreadCount", unread_reply_at = was."unreadReplyAt", waiting_mailed_at = was."waitingMailedAt"
      from jsonb_to_recordset(${JSON.stringify(before)}::jsonb)
        as was(id uuid, "unreadCount" int, "unreadReplyAt" timestamptz, "waitingMailedAt" timestamptz, "lastMessageId" uuid)
     where c.account_id = ${accountId} and c.id = was.id and c.unread_count = 0 and c.unread_reply_at is null
       and c.last_message_id is not distinct from was."lastMessageId"
    returning c.id`.execute(tx);
  return rows.map(({ id }) => id);
}
