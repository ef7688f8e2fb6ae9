import { sql } from 'kysely';
import { raiseAfterCommit } from '../../../db/after-commit.ts';
import type { Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { publishConversations, publishMessages } from '../../../live/publish.ts';
import { giveBackTexts } from '../../billing/ledger/ledger.ts';
import { heldSettled } from '../../notifications/record-notification.ts';
import { lockThreadsWith } from './lock.ts';
import { noteHeld } from './note-held.ts';

/**
 * Every thread with this phone, in anyone's inbox, shows its new consent at once. After an opt-out no one waits for a reply in
 * them anymore, what was held for review is answered, and what people have scheduled is held.
 */
export async function consentChanged(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'newId'>,
  accountId: string,
  phoneNumber: string,
  change: 'optedOut' | 'optedIn',
): Promise<void> {
  if (change === 'optedOut') await lockThreadsWith(tx, accountId, phoneNumber);
  const threads = sql`
    select c.id from conversations c
      join candidates on candidates.account_id = c.account_id and candidates.id = c.candidate_id
     where c.account_id = ${accountId} and candidates.phone_number = ${phoneNumber}`;
  const { rows } = await (change === 'optedOut'
    ? sql<{ id: string }>`
        update conversations set waiting_since = null, held_message_id = null, held_at = null
         where account_id = ${accountId} and id in (${threads}) returning id`
    : sql<{ id: string }>`${threads}`
  ).execute(tx);
  const threadIds = rows.map(({ id }) => id);
  if (change === 'optedOut') await holdScheduled(tx, deps, accountId, threadIds);
  await publishConversations(tx, accountId, threadIds);
}

async function holdScheduled(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'newId'>,
  accountId: string,
  threadIds: string[],
): Promise<void> {
  const reason = 'opted_out';
  const { rows } = await sql<{ id: string; conversationId: string; senderId: string | null }>`
    update messages set held_reason = ${reason}, send_after = null
     where account_id = ${accountId} and conversation_id = any(${threadIds}::uuid[]) and ${isScheduled}
       and held_reason is distinct from ${reason}
    returning id, conversation_id as "conversationId", sender_id as "senderId"`.execute(tx);
  await giveBackTexts(
    tx,
    deps,
    accountId,
    rows.map(({ id }) => id),
  );
  await noteHeld(
    tx,
    deps,
    accountId,
    rows.map((row) => ({ ...row, reason })),
  );
  await publishMessages(tx, accountId, rows);
}

/**
 * After an opt-out was undone: what was held for it goes out at its time, unless that has passed. A prepaid text has given its
 * segments back, so it stays held until its author decides.
 */
export async function releaseScheduled(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  accountId: string,
  threadIds: string[],
): Promise<void> {
  const { rows } = await sql<{ id: string; conversationId: string }>`
    update messages m set held_reason = null, send_after = scheduled_at
     where account_id = ${accountId} and conversation_id = any(${threadIds}::uuid[]) and ${isScheduled}
       and held_reason = 'opted_out' and scheduled_at > ${deps.clock()}
       and not exists (
         select from usage_entries e where e.account_id = m.account_id and e.message_id = m.id)
    returning id, conversation_id as "conversationId"`.execute(tx);
  raiseAfterCommit(tx, 'messages');
  await heldSettled(
    tx,
    deps,
    accountId,
    rows.map(({ conversationId }) => conversationId),
  );
  await publishMessages(tx, accountId, rows);
}

/** Of one that a person has scheduled: the condition of its indexes. */
const isScheduled = sql<boolean>`status = 'scheduled' and cancel_if_answered is not null`;
