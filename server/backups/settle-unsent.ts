import { sql } from 'kysely';
import { CONSENT_REMINDER_DAYS } from '../../contract/accounts.ts';
import { type Db, inTransaction, type Tx } from '../db/connection.ts';
import type { Deps } from '../deps.ts';
import { giveBackTexts } from '../features/billing/ledger/ledger.ts';
import { cancelTexts } from '../features/broadcasts/held-texts.ts';
import { leaveToPerson } from '../features/scheduling/offers/give-to-person.ts';
import { lockOffer } from '../features/scheduling/offers/store.ts';
import { noteHeld } from '../features/texting/conversations/note-held.ts';
import { withoutCanceled } from '../features/texting/conversations/store.ts';

/*
 * Texts of a backup that were due before it was restored: they may have gone out since it was taken, and no one here knows. None
 * of them goes out automatically. What a person wrote is held for them; what a machine would have sent is canceled.
 */

type Doing = Pick<Deps, 'clock' | 'newId'>;

export interface Settled {
  /** For their authors to decide. */
  held: number;
  /** Automatic ones. */
  canceled: number;
  broadcasts: number;
  /** Of automations, that weren't written yet. */
  planned: number;
  reminders: number;
  /** That no one had approved yet, or had since the backup. */
  proposals: number;
  /** Times that candidates had chosen, and that were being booked: people answer them. */
  bookings: number;
  /** Texts that had come in and weren't worked in. They are now, and nothing answers them. */
  received: number;
  /** With the carrier when the backup was taken: it is asked what became of them. */
  asked: number;
  /** Jobs that wait, by kind: they are done once workers start. */
  jobs: Record<string, number>;
}

export function settleUnsent(db: Db, deps: Doing): Promise<Settled> {
  return inTransaction(db, async (tx) => {
    const now = deps.clock();
    const broadcasts = await cancelBroadcasts(tx, deps, now);
    const held = await holdTyped(tx, deps, now);
    const canceled = await cancelAutomatic(tx, deps, now);
    const planned = await skipPlanned(tx, now);
    const reminders = await sql`
      update consent_requests set reminded_at = ${now}
       where answered_at is null and reminded_at is null
         and asked_at <= ${now}::timestamptz - ${CONSENT_REMINDER_DAYS} * interval '1 day'`.execute(tx);
    const proposals = await sql`
      update proposals set expires_at = created_at where status = 'waiting' and expires_at > ${now}`.execute(
      tx,
    );
    const bookings = await leaveBookings(tx);
    const received = await sql`
      update carrier_events set payload = payload || '{"isRestored": true}' where payload->>'type' = 'inbound'`.execute(
      tx,
    );
    const { rows: asked } = await sql<{ count: number }>`
      select count(*)::int from messages where status in ('sending', 'unknown')`.execute(tx);
    const { rows: jobs } = await sql<{ kind: string; count: number }>`
      select task_identifier as kind, count(*)::int from graphile_worker.jobs
       where attempts < max_attempts group by 1 order by 1`.execute(tx);
    return {
      held,
      canceled,
      broadcasts,
      planned,
      reminders: Number(reminders.numAffectedRows ?? 0n),
      proposals: Number(proposals.numAffectedRows ?? 0n),
      bookings,
      received: Number(received.numAffectedRows ?? 0n),
      asked: asked[0]?.count ?? 0,
      jobs: Object.fromEntries(jobs.map(({ kind, count }) => [kind, count])),
    };
  });
}

/** Those that had begun, or would have: which of their texts went out meanwhile isn't known. */
async function cancelBroadcasts(tx: Tx, deps: Doing, now: Date): Promise<number> {
  const { rows } = await sql<{ accountId: string; id: string }>`
    update broadcasts set status = 'canceled', reason = null, finished_at = ${now}
     where status in ('scheduled', 'awaitingApproval', 'running', 'paused') and starts_at <= ${now}
    returning account_id as "accountId", id`.execute(tx);
  for (const broadcast of rows) await cancelTexts(tx, deps, broadcast, 'broadcast_canceled');
  return rows.length;
}

interface Changed {
  accountId: string;
  id: string;
  conversationId: string;
  senderId: string | null;
}

async function holdTyped(tx: Tx, deps: Doing, now: Date): Promise<number> {
  const { rows } = await sql<Changed>`
    update messages
       set status = 'scheduled', held_reason = 'restored', send_after = null, error_code = null,
           scheduled_at = coalesce(scheduled_at, send_after, created_at), cancel_if_answered = coalesce(cancel_if_answered, false)
     where status in ('scheduled', 'queued') and send_after <= ${now} and sender_id is not null
       and broadcast_id is null and not is_automatic and not is_confirmation
    returning account_id as "accountId", id, conversation_id as "conversationId", sender_id as "senderId"`.execute(
    tx,
  );
  for (const [accountId, texts] of Map.groupBy(rows, (row) => row.accountId)) {
    await giveBack(tx, deps, accountId, texts);
    const reason = 'restored' as const;
    await noteHeld(
      tx,
      deps,
      accountId,
      texts.map((text) => ({ ...text, reason })),
    );
  }
  return rows.length;
}

async function cancelAutomatic(tx: Tx, deps: Doing, now: Date): Promise<number> {
  const { rows } = await sql<Changed>`
    update messages set status = 'canceled', error_code = 'restored', send_after = null
     where status in ('scheduled', 'queued') and send_after <= ${now}
    returning account_id as "accountId", id, conversation_id as "conversationId", sender_id as "senderId"`.execute(
    tx,
  );
  for (const [accountId, texts] of Map.groupBy(rows, (row) => row.accountId))
    await giveBack(tx, deps, accountId, texts);
  return rows.length;
}

async function giveBack(tx: Tx, deps: Doing, accountId: string, texts: Changed[]): Promise<void> {
  await giveBackTexts(
    tx,
    deps,
    accountId,
    texts.map(({ id }) => id),
  );
  await withoutCanceled(tx, accountId, [...new Set(texts.map(({ conversationId }) => conversationId))]);
}

/** Also those that would be planned again: an automation acts only for what is due after it was turned on. */
async function skipPlanned(tx: Tx, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update planned_texts set status = 'skipped', reason = 'restored', reason_details = null, updated_at = ${now}
     where status in ('planned', 'held') and send_at <= ${now}`.execute(tx);
  await sql`
    update automations set enabled_at = ${now} where enabled and deleted_at is null and enabled_at < ${now}`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0n);
}

async function leaveBookings(tx: Tx): Promise<number> {
  const { rows } = await sql<{ accountId: string; id: string }>`
    select account_id as "accountId", id from time_offers where status = 'booking'`.execute(tx);
  for (const { accountId, id } of rows) {
    const offer = await lockOffer(tx, accountId, id);
    if (offer !== undefined) await leaveToPerson(tx, offer);
  }
  return rows.length;
}
