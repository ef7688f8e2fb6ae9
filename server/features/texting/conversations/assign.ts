import { sql } from 'kysely';
import type { Conversation } from '../../../../contract/conversations.ts';
import { type Db, inTransaction, type Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { Failure, invalidField } from '../../../failure.ts';
import type { Session } from '../../../http/session.ts';
import { publish, publishConversations } from '../../../live/publish.ts';
import { nameOrPhone } from '../../../phone.ts';
import { recordNotification } from '../../notifications/record-notification.ts';
import { findSeatOf } from '../../team/seats/store.ts';
import { recordActivity, takeBackActivity } from './activity.ts';
import { lockConversations } from './lock.ts';
import { presentConversations } from './present.ts';
import { requireConversation } from './seen.ts';
import { findConversationsByIds } from './store.ts';

interface Assignment {
  ids: string[];
  /** Null: no one. */
  userId: string | null;
  at?: Date;
  /** When the assignment was made that this takes back: the colleague isn't notified. */
  undoes?: Date;
}

/**
 * Gives conversations that the person may see to a colleague, or to no one. Returns those that changed, with who had them.
 */
export async function assignThreadsTo(
  tx: Tx,
  deps: Pick<Deps, 'newId' | 'clock'>,
  session: Session,
  { ids, userId, at = deps.clock(), undoes }: Assignment,
): Promise<{ id: string; before: string | null }[]> {
  const { accountId } = session;
  if (userId !== null) await requireColleague(tx, accountId, userId);
  await lockConversations(tx, accountId, ids);
  const rows = (await findConversationsByIds(tx, accountId, ids)).filter((row) => row.assigneeId !== userId);
  if (rows.length === 0) return [];
  const changed = rows.map(({ id }) => id);
  await tx
    .updateTable('conversations')
    .set({ assignee_id: userId })
    .where('account_id', '=', accountId)
    .where('id', '=', sql<string>`any(${changed}::uuid[])`)
    .execute();
  const by = { actorId: session.userId, at };
  const neverWas = undoes
    ? await takeBackActivity(tx, accountId, {
        conversationIds: changed,
        types: ['assigned', 'unassigned'],
        actorId: session.userId,
        at: undoes,
        now: at,
      })
    : new Set();
  const noted = rows.filter(({ id }) => !neverWas.has(id));
  if (userId !== null) {
    const conversationIds = noted.map(({ id }) => id);
    await recordActivity(tx, accountId, { ...by, conversationIds, type: 'assigned', userId });
  } else {
    for (const [before, theirs] of Map.groupBy(noted, ({ assigneeId }) => assigneeId))
      await recordActivity(tx, accountId, {
        ...by,
        conversationIds: theirs.map(({ id }) => id),
        type: 'unassigned',
        userId: before,
      });
  }
  await publishConversations(tx, accountId, changed);
  await publishLeft(
    tx,
    accountId,
    rows.map(({ id, assigneeId }) => ({ id, userId: assigneeId })),
  );
  const [first] = rows;
  if (userId !== null && userId !== session.userId && undoes === undefined && first !== undefined)
    await recordNotification(tx, deps, {
      accountId,
      userId,
      type: 'assigned',
      text: `${session.firstName} assigned ${rows.length === 1 ? nameOrPhone(first) : `${rows.length} conversations`} to you.`,
      conversationId: rows.length === 1 ? first.id : null,
      actorId: session.userId,
    });
  return rows.map(({ id, assigneeId }) => ({ id, before: assigneeId }));
}

/**
 * No one leaves the team until the transaction ends, so that no conversation is left with someone who has left. Before any
 * conversation is locked.
 */
export async function holdTeam(tx: Tx, accountId: string): Promise<void> {
  await sql`select 1 from accounts where id = ${accountId} for share`.execute(tx);
}

async function requireColleague(tx: Tx, accountId: string, userId: string): Promise<void> {
  await holdTeam(tx, accountId);
  const seat = await findSeatOf(tx, accountId, userId);
  if (seat === undefined) throw invalidField('userId', 'Choose a colleague who has a seat');
}

/** Those who had these threads and may not see them anymore, in their open browsers. */
export async function publishLeft(
  tx: Tx,
  accountId: string,
  left: { id: string; userId: string | null }[],
): Promise<void> {
  const userIds = new Set(left.flatMap(({ userId }) => userId ?? []));
  if (userIds.size === 0) return;
  const { rows: members } = await sql<{ id: string }>`
    select id from users
     where account_id = ${accountId} and id = any(${[...userIds]}::uuid[]) and user_type = 'member'`.execute(
    tx,
  );
  const memberIds = new Set(members.map(({ id }) => id));
  const notes = left.flatMap(({ id, userId }) =>
    userId === null || !memberIds.has(userId)
      ? []
      : [{ accountId, kind: 'conversation.left' as const, subjectId: id, messageId: userId }],
  );
  await publish(tx, notes);
}

export async function assignConversation(
  db: Db,
  deps: Deps,
  session: Session,
  id: string,
  userId: string | null,
): Promise<Conversation> {
  const { accountId } = session;
  await requireConversation(db, session, id, deps.clock());
  return inTransaction(db, async (tx) => {
    await assignThreadsTo(tx, deps, session, { ids: [id], userId });
    // As it is now, even for someone who has just given it away.
    const [conversation] = await presentConversations(
      tx,
      deps,
      session,
      await findConversationsByIds(tx, accountId, [id]),
    );
    if (conversation === undefined) throw new Failure('not_found');
    return conversation;
  });
}
