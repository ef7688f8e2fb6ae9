import { type RawBuilder, sql } from 'kysely';
import type { DeliveryErrorCode } from '../../../../contract/delivery-error.ts';
import type { Db, Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { publishMessages } from '../../../live/publish.ts';
import { giveBackTexts } from '../../billing/ledger/ledger.ts';
import { isAccountStopped } from '../../billing/ledger/rules.ts';
import { lockConversations } from '../conversations/lock.ts';
import { noteHeld } from '../conversations/note-held.ts';
import { withoutCanceled } from '../conversations/store.ts';

/**
 * What one person has written, whatever seat it goes from; what is to go out in the conversations of seats, by any sender;
 * automatic texts whose facts have changed, or whose broadcast was canceled; or all, also because no plan sends them anymore.
 */
type Whose =
  | { senderId: string }
  | { seatIds: string[] }
  | { messageIds: string[]; because?: DeliveryErrorCode }
  | 'everybody'
  | 'planEnded';

/**
 * Cancels what has not been handed to the carrier, so that no one waits for it: scheduled texts, those that can still be undone,
 * and those whose number was busy. Answers to STOP still go out. What a worker has claimed is the carrier's; when the carrier
 * did not take it, it is canceled at the next claim (`claim-text.ts`). Returns how many are canceled.
 */
export async function cancelUnsent(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  accountId: string,
  whose: Whose,
): Promise<number> {
  // Before the messages (conversations/lock.ts).
  await sql`
    select 1 from conversations
     where account_id = ${accountId}
       and id in (select m.conversation_id from messages m where ${isUnsent(accountId)} and ${isOf(whose)})
     order by account_id, id for no key update`.execute(tx);
  const { rows } = await sql<Unsent>`
    update messages m set status = 'canceled', error_code = ${whyOf(whose)}, send_after = null
     where ${isUnsent(accountId)} and ${isOf(whose)}
    returning m.id, m.conversation_id as "conversationId"`.execute(tx);
  await afterCanceled(tx, deps, accountId, rows);
  return rows.length;
}

/** What follows from texts that were just canceled. The caller has locked their conversations before. */
export async function afterCanceled(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  accountId: string,
  texts: Unsent[],
): Promise<void> {
  await giveBackTexts(
    tx,
    deps,
    accountId,
    texts.map(({ id }) => id),
  );
  await withoutCanceled(tx, accountId, [...new Set(texts.map(({ conversationId }) => conversationId))]);
  await publishMessages(tx, accountId, texts);
}

/** Those that have been due since before then, where sending has stopped. What a person has scheduled is held. */
export async function refuseOverdue(
  tx: Tx,
  deps: Pick<Deps, 'billing' | 'clock' | 'newId'>,
  before: Date,
  limit: number,
): Promise<void> {
  const isLate = sql<boolean>`
    late.status in ('scheduled', 'queued') and not late.is_confirmation and late.send_after < ${before}`;
  const { rows: late } = await sql<Unsent & { accountId: string }>`
    select late.account_id as "accountId", late.id, late.conversation_id as "conversationId" from accounts
      join messages late on late.account_id = accounts.id
     where ${isAccountStopped(deps)} and ${isLate} limit ${limit}`.execute(tx);
  const byAccount = Map.groupBy(late, ({ accountId }) => accountId);
  for (const accountId of [...byAccount.keys()].sort()) {
    const texts = byAccount.get(accountId) ?? [];
    await lockConversations(
      tx,
      accountId,
      texts.map(({ conversationId }) => conversationId),
    );
    const { rows } = await sql<Unsent & { senderId: string | null; isHeld: boolean }>`
      update messages late
         set status = case when cancel_if_answered is null then 'failed' else 'scheduled' end,
             error_code = case when cancel_if_answered is null then 'payment_overdue' end,
             held_reason = case when cancel_if_answered is not null then 'payment_overdue' end, send_after = null
       where account_id = ${accountId} and id = any(${texts.map(({ id }) => id)}::uuid[]) and ${isLate}
      returning id, conversation_id as "conversationId", sender_id as "senderId", status = 'scheduled' as "isHeld"`.execute(
      tx,
    );
    const held = rows.filter(({ isHeld }) => isHeld);
    await giveBackTexts(
      tx,
      deps,
      accountId,
      rows.map(({ id }) => id),
    );
    await withoutCanceled(tx, accountId, [...new Set(held.map(({ conversationId }) => conversationId))]);
    await noteHeld(
      tx,
      deps,
      accountId,
      held.map((text) => ({ ...text, reason: 'payment_overdue' })),
    );
    await publishMessages(tx, accountId, rows);
  }
}

interface Unsent {
  id: string;
  conversationId: string;
}

/** How many `cancelUnsent` would cancel now. */
export async function countUnsentOf(db: Db, accountId: string, whose: Whose): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from messages m where ${isUnsent(accountId)} and ${isOf(whose)}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

interface UnsentCounts {
  /** Written by the person on the seat, in any conversation. */
  byPerson: number;
  /** In the conversations of the seat, by any sender. */
  inThreads: number;
  /** Those that are either. */
  total: number;
}

/** The same for a seat and the person on it. */
export async function countUnsent(
  db: Db,
  accountId: string,
  seat: { id: string; userId: string | null },
): Promise<UnsentCounts> {
  const byPerson = seat.userId === null ? sql<boolean>`false` : isOf({ senderId: seat.userId });
  const inThreads = isOf({ seatIds: [seat.id] });
  const { rows } = await sql<UnsentCounts>`
    select (count(*) filter (where unsent."byPerson"))::int as "byPerson",
           (count(*) filter (where unsent."inThreads"))::int as "inThreads",
           (count(*) filter (where unsent."byPerson" or unsent."inThreads"))::int as total
      from (select coalesce(${byPerson}, false) as "byPerson", ${inThreads} as "inThreads"
              from messages m where ${isUnsent(accountId)}) as unsent`.execute(db);
  return rows[0] ?? { byPerson: 0, inThreads: 0, total: 0 };
}

/** The reason that the thread shows. A text that was undone has no reason, and is not shown. */
function whyOf(whose: Whose): DeliveryErrorCode {
  if (whose === 'planEnded') return 'plan_ended';
  if (whose === 'everybody' || 'senderId' in whose) return 'sender_left';
  if ('seatIds' in whose) return 'number_given_up';
  return whose.because ?? 'automation_changed';
}

const isUnsent = (accountId: string): RawBuilder<boolean> => sql`
  m.account_id = ${accountId} and m.status in ('scheduled', 'queued') and not m.is_confirmation`;

function isOf(whose: Whose): RawBuilder<boolean> {
  if (whose === 'everybody' || whose === 'planEnded') return sql`true`;
  // Those of broadcasts are automatic, and from the person who had the seat.
  if ('senderId' in whose)
    return sql`(m.sender_id = ${whose.senderId} or m.broadcast_id is not null and m.person_id = ${whose.senderId})`;
  if ('messageIds' in whose) return sql`m.id = any(${whose.messageIds}::uuid[])`;
  return sql`exists (
    select 1 from conversations c
     where c.account_id = m.account_id and c.id = m.conversation_id and c.seat_id = any(${whose.seatIds}::uuid[]))`;
}
