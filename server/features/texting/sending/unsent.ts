import { type RawBuilder, sql } from 'kysely';
import type { DeliveryErrorCode } from '../../../../contract/delivery-error.ts';
import type { Db, Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { giveBackTexts } from '../../billing/ledger/ledger.ts';
import { isAccountStopped } from '../../billing/ledger/rules.ts';
import { withoutCanceled } from '../conversations/store.ts';

/**
 * What one person has written, whatever seat it goes from; what is to go out in the conversations of seats, by any sender;
 * automatic texts whose facts have changed; or all, also because no plan sends them anymore.
 */
type Whose =
  | { senderId: string }
  | { seatIds: string[] }
  | { messageIds: string[] }
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
  await giveBackTexts(
    tx,
    deps,
    accountId,
    rows.map(({ id }) => id),
  );
  await withoutCanceled(tx, accountId, [...new Set(rows.map(({ conversationId }) => conversationId))]);
  await publishChanges(tx, accountId, rows);
  return rows.length;
}

/** Those that have been due since before then, where sending has stopped. */
export async function refuseOverdue(
  tx: Tx,
  deps: Pick<Deps, 'billing' | 'clock'>,
  before: Date,
  limit: number,
): Promise<void> {
  const { rows } = await sql<Unsent & { accountId: string }>`
    update messages m set status = 'failed', error_code = 'payment_overdue', send_after = null
      from (select late.account_id, late.id from accounts
              join messages late on late.account_id = accounts.id
             where ${isAccountStopped(deps)} and late.status in ('scheduled', 'queued') and not late.is_confirmation
               and late.send_after < ${before}
             limit ${limit} for update of late skip locked) as late
     where m.account_id = late.account_id and m.id = late.id
    returning m.account_id as "accountId", m.id, m.conversation_id as "conversationId"`.execute(tx);
  for (const [accountId, texts] of Map.groupBy(rows, (row) => row.accountId)) {
    await giveBackTexts(
      tx,
      deps,
      accountId,
      texts.map(({ id }) => id),
    );
    await publishChanges(tx, accountId, texts);
  }
}

interface Unsent {
  id: string;
  conversationId: string;
}

function publishChanges(tx: Tx, accountId: string, texts: Unsent[]): Promise<void> {
  return publish(
    tx,
    texts.map(({ id, conversationId }) => ({
      accountId,
      kind: 'message.updated' as const,
      subjectId: conversationId,
      messageId: id,
    })),
  );
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
  return 'seatIds' in whose ? 'number_given_up' : 'automation_changed';
}

const isUnsent = (accountId: string): RawBuilder<boolean> => sql`
  m.account_id = ${accountId} and m.status in ('scheduled', 'queued') and not m.is_confirmation`;

function isOf(whose: Whose): RawBuilder<boolean> {
  if (whose === 'everybody' || whose === 'planEnded') return sql`true`;
  if ('senderId' in whose) return sql`m.sender_id = ${whose.senderId}`;
  if ('messageIds' in whose) return sql`m.id = any(${whose.messageIds}::uuid[])`;
  return sql`exists (
    select 1 from conversations c
     where c.account_id = m.account_id and c.id = m.conversation_id and c.seat_id = any(${whose.seatIds}::uuid[]))`;
}
