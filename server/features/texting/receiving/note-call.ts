import { sql } from 'kysely';
import type { CallOutcome } from '../../../../contract/calls.ts';
import type { Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { ensureCandidates } from '../../candidates/ensure-candidates.ts';
import { findOptOuts } from '../../consent/store.ts';
import { lockThreadsOf } from '../conversations/lock.ts';
import { backByAnswer } from '../conversations/snooze-store.ts';
import { ensureConversations } from '../conversations/write-texts.ts';
import { enqueueUnread } from '../unread/mail-unread.ts';
import { MAIL_READERS } from '../unread/unread-store.ts';

/* A call in the thread: a message without words. It isn't about consent, so `last_inbound_at` stays as it is. */

interface NewCallEntry {
  accountId: string;
  seatId: string;
  seatUserId: string | null;
  numberId: string;
  /** E.164. */
  caller: string;
  outcome: CallOutcome;
  seconds: number | null;
  at: Date;
}

/** Into the caller's conversation, made where there was none, as an unknown texter's is. Returns the message's id. */
export async function writeCallEntry(tx: Tx, deps: Deps, entry: NewCallEntry): Promise<string> {
  const { accountId, at } = entry;
  const candidateIds = await ensureCandidates(tx, accountId, [entry.caller], deps);
  const [conversationId = ''] = await ensureConversations(tx, [
    {
      accountId,
      id: deps.newId(),
      seatId: entry.seatId,
      candidateId: candidateIds.get(entry.caller) ?? '',
      assigneeId: entry.seatUserId,
      at,
    },
  ]);
  const messageId = deps.newId();
  await tx
    .insertInto('messages')
    .values({
      account_id: accountId,
      id: messageId,
      conversation_id: conversationId,
      direction: 'inbound',
      body: '',
      status: 'received',
      segments: 0,
      seat_id: entry.seatId,
      person_id: entry.seatUserId,
      call_outcome: entry.outcome,
      call_seconds: entry.seconds,
      number_id: entry.numberId,
      candidate_number: entry.caller,
      created_at: at,
    })
    .execute();
  const isAnswered = entry.outcome === 'answered';
  const isOptedOut = (await findOptOuts(tx, accountId, [entry.caller])).has(entry.caller);
  const { rows } = await sql<{ userIds: string[] }>`
    update conversations
       set last_message_id = case when ${at} >= last_message_at then ${messageId}::uuid else last_message_id end,
           last_message_at = greatest(last_message_at, ${at}),
           unread_count = unread_count + ${isAnswered ? 0 : 1},
           waiting_since = ${waitingSince({ isAnswered, isOptedOut, at })},
           archived_at = null,
           ${backByAnswer(sql`${at}::timestamptz`)}
     where account_id = ${accountId} and id = ${conversationId}
    returning ${MAIL_READERS} as "userIds"`.execute(tx);
  await publish(tx, [{ accountId, kind: 'message.created', subjectId: conversationId, messageId }]);
  if (!isAnswered)
    await enqueueUnread(
      tx,
      (rows[0]?.userIds ?? []).map((userId) => ({ accountId, userId, since: at })),
    );
  return messageId;
}

/** A person who was spoken to doesn't wait anymore, and no one can write to a person who opted out. */
function waitingSince(call: { isAnswered: boolean; isOptedOut: boolean; at: Date }) {
  if (call.isAnswered) return sql`null`;
  return call.isOptedOut ? sql`waiting_since` : sql`coalesce(waiting_since, ${call.at})`;
}

/** A missed call turns out to have left a voicemail: unread again, if it had been read. */
export async function changeCallEntry(
  tx: Tx,
  accountId: string,
  messageId: string,
  call: { outcome: CallOutcome; seconds: number | null },
): Promise<void> {
  if (call.outcome === 'voicemail') await lockThreadsOf(tx, [{ accountId, messageId }]);
  const changed = await tx
    .updateTable('messages')
    .set({ call_outcome: call.outcome, call_seconds: call.seconds })
    .where('account_id', '=', accountId)
    .where('id', '=', messageId)
    .returning('conversation_id as conversationId')
    .executeTakeFirst();
  if (changed === undefined) return;
  if (call.outcome === 'voicemail')
    await sql`
      update conversations set unread_count = greatest(unread_count, 1)
       where account_id = ${accountId} and id = ${changed.conversationId}`.execute(tx);
  await publish(tx, [{ accountId, kind: 'message.updated', subjectId: changed.conversationId, messageId }]);
}
