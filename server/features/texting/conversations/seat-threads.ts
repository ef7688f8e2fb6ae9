import { sql } from 'kysely';
import type { ActivityReason } from '../../../../contract/conversation-activity.ts';
import { MOST_TAGS_EACH } from '../../../../contract/primitives.ts';
import { inTransaction, type Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { publishConversations } from '../../../live/publish.ts';
import { joinFigures } from '../../analytics/figures/keep-figures.ts';
import { lockSearch } from '../text-index/buckets.ts';
import { recordActivity } from './activity.ts';
import { publishLeft } from './assign.ts';
import { holdOf } from './hold.ts';

/** At most this many threads are reported at once; a browser that misses one sees it at the next look. */
const MOST_NOTIFIED = 200;

/** Threads of the seat that are unassigned, or a colleague's who covered it, go to the person who holds it now. */
export async function runSeatTaken(deps: Deps, accountId: string, seatId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const { rows } = await sql<{ id: string; userId: string; coveredBy: string | null }>`
      update conversations c set assignee_id = s.user_id
        from seats s
       where s.account_id = c.account_id and s.id = c.seat_id and s.user_id is not null
         and c.account_id = ${accountId} and c.seat_id = ${seatId}
         and (c.assignee_id is null or c.assignee_id = s.covered_by)
      returning c.id, s.user_id as "userId", s.covered_by as "coveredBy"`.execute(tx);
    await sql`
      update seats set covered_by = null
       where account_id = ${accountId} and id = ${seatId} and user_id is not null`.execute(tx);
    const [first] = rows;
    if (first === undefined) return;
    const { userId, coveredBy } = first;
    await changed(tx, accountId, rows, {
      to: userId,
      from: coveredBy,
      actorId: null,
      reason: 'seatTaken',
      at: deps.clock(),
    });
  });
}

/** Threads of a seat that no one has: those that are unassigned, or the colleague's who covered it until now. */
export async function assignThreads(
  tx: Tx,
  accountId: string,
  {
    seatId,
    from,
    to,
    ...by
  }: { seatId: string; from: string | null; to: string | null; actorId: string; at: Date },
): Promise<void> {
  if (from === to) return;
  const { rows } = await sql<{ id: string }>`
    update conversations set assignee_id = ${to}
     where account_id = ${accountId} and seat_id = ${seatId} and (assignee_id is null or assignee_id = ${from})
    returning id`.execute(tx);
  await changed(tx, accountId, rows, { ...by, from, to, reason: to === null ? 'coverEnded' : 'seatCovered' });
}

/** People without a seat have no threads. */
export async function unassignThreads(tx: Tx, accountId: string, userId: string, at: Date): Promise<void> {
  // One statement for each of the two sets of indexes by assignee.
  for (const isArchived of [sql`archived_at is null`, sql`archived_at is not null`]) {
    const { rows } = await sql<{ id: string }>`
      update conversations set assignee_id = null
       where account_id = ${accountId} and assignee_id = ${userId} and ${isArchived} returning id`.execute(
      tx,
    );
    await changed(tx, accountId, rows, { from: userId, to: null, actorId: null, reason: 'personLeft', at });
  }
}

/** What is in a thread, or waits for an answer in it. A test names all tables that refer to one. */
export const MOVE_ALONG = [
  'messages',
  'awaited_answers',
  'time_offers',
  'drafts',
  'notes',
  'kept_drafts',
  'notifications',
  'undoable_opt_outs',
  'consent_requests',
  'conversation_activity',
  'follow_ups',
  'proposals',
  'message_search',
] as const;

/**
 * All threads of a seat move to a colleague's. If both have one with the same candidate, they are merged: the texts in order, the
 * state that of both.
 */
export async function moveThreads(
  tx: Tx,
  accountId: string,
  move: { fromSeatId: string; toSeatId: string; toUserId: string; actorId: string; at: Date },
): Promise<void> {
  const { fromSeatId, toSeatId, toUserId, actorId, at } = move;
  await lockSearch(tx, accountId);
  // In the order in which writers of texts lock them, so that neither waits for the other.
  const before = await sql<{ id: string; assigneeId: string | null }>`
    select id, assignee_id as "assigneeId" from conversations where account_id = ${accountId} and seat_id in (${fromSeatId}, ${toSeatId})
     order by account_id, id for update`.execute(tx);
  const both = sql`
    (select a.id as source, b.id as target
       from conversations a
       join conversations b on b.account_id = a.account_id and b.candidate_id = a.candidate_id and b.seat_id = ${toSeatId}
      where a.account_id = ${accountId} and a.seat_id = ${fromSeatId}) as pair`;
  // Of what someone has begun to write in both, the latest stays.
  await sql`
    delete from kept_drafts older using ${both}, kept_drafts newer
     where older.account_id = ${accountId} and newer.account_id = older.account_id and newer.user_id = older.user_id
       and (older.conversation_id, newer.conversation_id) in ((pair.source, pair.target), (pair.target, pair.source))
       and (newer.body <> '', newer.updated_at, newer.id) > (older.body <> '', older.updated_at, older.id)`.execute(
    tx,
  );
  for (const table of MOVE_ALONG)
    await sql`
      update ${sql.table(table)} kept set conversation_id = pair.target from ${both}
       where kept.account_id = ${accountId} and kept.conversation_id = pair.source`.execute(tx);
  const isSurer = sql`${holdOf('s')} is not null and coalesce(${holdOf('t')}, 'ask') = 'ask'
                      and (${holdOf('s')} = 'hold' or ${holdOf('t')} is null)`;
  const joined = await sql<{ source: string; target: string }>`
    update conversations t
       set last_message_id = coalesce(
             case when s.last_message_at > t.last_message_at then s.last_message_id end, t.last_message_id, s.last_message_id),
           last_message_at = greatest(t.last_message_at, s.last_message_at),
           last_inbound_at = greatest(t.last_inbound_at, s.last_inbound_at),
           unread_count = t.unread_count + s.unread_count,
           waiting_since = least(t.waiting_since, s.waiting_since),
           archived_at = case when t.archived_at is null or s.archived_at is null then null
                              else greatest(t.archived_at, s.archived_at) end,
           -- Out of the inbox only if both were.
           snoozed_until = case when t.snoozed_until is not null and s.snoozed_until is not null
                                then least(t.snoozed_until, s.snoozed_until) end,
           remind_at = least(t.remind_at, s.remind_at),
           follow_up_by = coalesce(t.follow_up_by, s.follow_up_by),
           returned_reason = case when s.returned_at > coalesce(t.returned_at, '-infinity') then s.returned_reason
                                  else t.returned_reason end,
           returned_at = greatest(t.returned_at, s.returned_at),
           held_message_id = case when ${isSurer} then s.held_message_id else t.held_message_id end,
           held_at = case when ${isSurer} then s.held_at else t.held_at end,
           hold_kind = case when ${isSurer} then s.hold_kind else t.hold_kind end,
           texts_deleted_until = greatest(t.texts_deleted_until, s.texts_deleted_until),
           text_before = case when (s.text_before->>'at')::timestamptz > (t.text_before->>'at')::timestamptz then s.text_before
                              else coalesce(t.text_before, s.text_before) end,
           unread_reply_at = greatest(t.unread_reply_at, s.unread_reply_at),
           tags = (t.tags || array(select tag from unnest(s.tags) as tag
                                    where lower(tag) not in (select lower(own) from unnest(t.tags) as own)))[1:${MOST_TAGS_EACH}]
      from ${both}, conversations s
     where t.account_id = ${accountId} and t.id = pair.target and s.account_id = t.account_id and s.id = pair.source
    returning pair.source, pair.target`.execute(tx);
  await sql`
    delete from conversations c using ${both} where c.account_id = ${accountId} and c.id = pair.source`.execute(
    tx,
  );
  await joinFigures(tx, accountId, joined.rows);
  const moved = await sql<{ id: string }>`
    update conversations set seat_id = ${toSeatId}, assignee_id = ${toUserId}
     where account_id = ${accountId} and seat_id = ${fromSeatId} returning id`.execute(tx);
  const had = new Map(before.rows.map(({ id, assigneeId }) => [id, assigneeId]));
  const others = moved.rows.filter(({ id }) => had.get(id) !== toUserId);
  const by = { actorId, at, details: { reason: 'handedOver' as const } };
  await recordActivity(tx, accountId, {
    ...by,
    conversationIds: others.map(({ id }) => id),
    type: 'assigned',
    userId: toUserId,
  });
  await tell(tx, accountId, [...joined.rows.map(({ target }) => ({ id: target })), ...moved.rows]);
}

/** They were someone's or no one's, and are someone else's or no one's: with a line in each. */
async function changed(
  tx: Tx,
  accountId: string,
  threads: { id: string }[],
  {
    from,
    to,
    reason,
    ...by
  }: { from: string | null; to: string | null; actorId: string | null; reason: ActivityReason; at: Date },
): Promise<void> {
  await recordActivity(tx, accountId, {
    ...by,
    conversationIds: threads.map(({ id }) => id),
    type: to === null ? 'unassigned' : 'assigned',
    userId: to ?? from,
    details: { reason },
  });
  await tell(tx, accountId, threads);
  await publishLeft(
    tx,
    accountId,
    threads.slice(0, MOST_NOTIFIED).map(({ id }) => ({ id, userId: from })),
  );
}

function tell(tx: Tx, accountId: string, threads: { id: string }[]): Promise<void> {
  return publishConversations(
    tx,
    accountId,
    threads.slice(0, MOST_NOTIFIED).map(({ id }) => id),
  );
}
