import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';
import type { Cursor } from '../../http/page.ts';
import { publish } from '../../live/publish.ts';
import type { Returned } from '../texting/conversations/snooze-store.ts';

export interface FollowUpRow {
  id: string;
  conversationId: string;
  messageId: string;
  userId: string;
  userFirstName: string;
  userLastName: string;
  body: string;
  dueAt: Date;
  doneAt: Date | null;
}

const FOLLOW_UPS = sql`
  select f.id, f.conversation_id as "conversationId", f.message_id as "messageId", f.user_id as "userId",
         coalesce(u.first_name, '') as "userFirstName", coalesce(u.last_name, '') as "userLastName", left(m.body, 160) as body,
         f.due_at as "dueAt", f.done_at as "doneAt"
    from follow_ups f
    left join users u on u.account_id = f.account_id and u.id = f.user_id
    join messages m on m.account_id = f.account_id and m.id = f.message_id`;

async function select(db: Db, rest: RawBuilder<unknown>): Promise<FollowUpRow[]> {
  const { rows } = await sql<FollowUpRow>`${FOLLOW_UPS} ${rest}`.execute(db);
  return rows;
}

export async function findFollowUp(db: Db, accountId: string, id: string): Promise<FollowUpRow | undefined> {
  const [row] = await select(db, sql`where f.account_id = ${accountId} and f.id = ${id}`);
  return row;
}

/** Those still to be kept, and one more than fits. */
export function listOpen(
  db: Db,
  accountId: string,
  which: { userId: string | null; conversationId: string | null; after: Cursor | null; limit: number },
): Promise<FollowUpRow[]> {
  const { userId, conversationId, after, limit } = which;
  return select(
    db,
    sql`where f.account_id = ${accountId} and f.done_at is null
          ${userId === null ? sql`` : sql`and f.user_id = ${userId}`}
          ${conversationId === null ? sql`` : sql`and f.conversation_id = ${conversationId}`}
          ${after === null ? sql`` : sql`and (f.due_at, f.id) > (${after.at}::timestamptz, ${after.id}::uuid)`}
        order by f.due_at, f.id limit ${limit + 1}`,
  );
}

/** Undefined: the person has written no such text in this conversation. */
export async function saveFollowUp(
  db: Db,
  accountId: string,
  one: { id: string; conversationId: string; messageId: string; userId: string; dueAt: Date; now: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into follow_ups (account_id, id, conversation_id, message_id, user_id, due_at, created_at)
    select m.account_id, ${one.id}::uuid, m.conversation_id, m.id, m.sender_id, ${one.dueAt}, ${one.now}
      from messages m
     where m.account_id = ${accountId} and m.id = ${one.messageId} and m.conversation_id = ${one.conversationId}
       and m.sender_id = ${one.userId}
        on conflict (account_id, message_id) do update
       set due_at = excluded.due_at, done_at = null, returned_at = null
    returning id`.execute(db);
  return rows[0]?.id;
}

export async function changeFollowUp(
  db: Db,
  accountId: string,
  id: string,
  change: { dueAt: Date | undefined; doneAt: Date | null | undefined },
): Promise<void> {
  const { dueAt, doneAt } = change;
  await db
    .updateTable('follow_ups')
    .set({
      ...(dueAt !== undefined && { due_at: dueAt, returned_at: null }),
      ...(doneAt !== undefined && { done_at: doneAt }),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/**
 * The conversations of promises that are due come back on top, each promise once: what another worker holds is left to it. The
 * conversations are locked first, in the order in which all lock them.
 */
export async function returnPromises(tx: Tx, now: Date, limit: number): Promise<Returned[]> {
  const { rows } = await sql<Returned>`
    with due as materialized (
      select account_id, conversation_id from follow_ups
       where done_at is null and returned_at is null and due_at <= ${now} order by due_at limit ${limit}
    ), locked as materialized (
      select c.account_id, c.id from conversations c
       where (c.account_id, c.id) in (select account_id, conversation_id from due)
       order by c.account_id, c.id for no key update skip locked
    ), marked as (
      update follow_ups f set returned_at = ${now}
        from locked
       where f.account_id = locked.account_id and f.conversation_id = locked.id
         and f.done_at is null and f.returned_at is null and f.due_at <= ${now}
      returning f.account_id, f.conversation_id, f.user_id
    ), returned as (
      update conversations c
         set snoozed_until = null, archived_at = null, returned_at = ${now}, returned_reason = 'promiseDue'
        from (select distinct account_id, conversation_id from marked) as m
       where c.account_id = m.account_id and c.id = m.conversation_id
    )
    select distinct account_id as "accountId", conversation_id as id, user_id as by, 'promiseDue' as reason
      from marked`.execute(tx);
  await publish(
    tx,
    rows.map(({ accountId, id }) => ({ accountId, kind: 'conversation.updated' as const, subjectId: id })),
  );
  return rows;
}
