import { sql } from 'kysely';
import { inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { eraseFigures } from '../analytics/figures/keep-figures.ts';
import { endConnections, takeBackAll } from '../ats/disconnect-all.ts';
import { forgetAccount } from '../audit/forget.ts';
import { endSubscription } from '../billing/end-subscription.ts';
import { eraseUsage, keepPurchases } from '../billing/ledger/erase-usage.ts';
import { eraseCandidates as eraseDeletedCandidates } from '../candidates/erase-candidates.ts';
import { keepOptOuts } from '../consent/kept-opt-outs.ts';
import { eraseExports } from '../exports/sweep-exports.ts';
import { endAllAtCarrier } from '../landlines/end-at-carrier.ts';
import { forgetRecordings } from '../media/download-media.ts';
import { enqueueRemoval } from '../media/remove-media.ts';
import { mediaKey } from '../media/urls.ts';
import { endRegistration } from '../registration/change-state.ts';
import { findSandbox } from '../sandboxes/store.ts';
import { revokeCalendars } from '../scheduling/calendars/revoke.ts';
import { eraseRows } from './erase-rows.ts';
import { GIVEN_UP_MS } from './rules.ts';

/** Rows of a statement: each is far from the limits of a transaction. */
const BATCH = 1000;

/**
 * In this order: first what is paid for and the numbers, so that nothing more is charged or arrives; then what connected systems
 * and calendars were given; then all rows, in batches that each commit; last the account itself, which marks an unfinished run.
 */
export async function eraseAccount(
  deps: Deps,
  { accountId, due }: { accountId: string; due: Date },
  { batch = BATCH } = {},
): Promise<void> {
  const isLate = deps.clock().getTime() - due.getTime() > GIVEN_UP_MS;
  const sandboxId = await findSandbox(deps.db, accountId);
  if (sandboxId !== undefined) await eraseAccount(deps, { accountId: sandboxId, due }, { batch });
  await endSubscription(deps, accountId);
  await releaseNumbers(deps, accountId);
  await endConnections(deps, accountId);
  // One that is down doesn't keep anyone's texts here: it is waited for at the end.
  const vendors = await Promise.allSettled([
    takeBackAll(deps, accountId),
    revokeCalendars(deps, { accountId }, { isLate }),
  ]);
  await inBatches(deps, (tx) => eraseMedia(tx, deps, accountId, batch));
  while (await eraseExports(deps.db, accountId));
  await eraseDeletedCandidates(deps, { accountId }, batch);
  const emails = await emailsOf(deps, accountId);
  await inBatches(deps, (tx) => keepOptOuts(tx, deps, accountId, { emails, limit: batch }));
  await inBatches(deps, (tx) => eraseUsage(tx, accountId, batch));
  await inBatches(deps, (tx) => eraseFigures(tx, accountId, batch));
  await eraseRows(deps.db, accountId, batch);
  for (const vendor of vendors) if (vendor.status === 'rejected') throw vendor.reason;
  await eraseLast(deps, accountId, batch);
}

/** With what came in between. */
async function eraseLast(deps: Deps, accountId: string, batch: number): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const { rows: avatars } = await sql<{ id: string }>`
      select avatar_id as id from users where account_id = ${accountId} and avatar_id is not null`.execute(
      tx,
    );
    if (avatars.length > 0)
      await enqueueRemoval(
        tx,
        avatars.map(({ id }) => mediaKey(accountId, id)),
      );
    await forgetAccount(tx, accountId);
    await keepPurchases(tx, accountId, deps.clock());
    // Counted in between.
    while (await eraseFigures(tx, accountId, batch));
    await sql`delete from live_events where account_id = ${accountId}`.execute(tx);
    await sql`delete from carrier_events where account_id = ${accountId}`.execute(tx);
    await sql`delete from accounts where id = ${accountId}`.execute(tx);
    // The rows removed may have left some.
    await sql`delete from plan_marks where account_id = ${accountId}`.execute(tx);
    await sql`delete from new_events where account_id = ${accountId}`.execute(tx);
    await sql`delete from events where account_id = ${accountId}`.execute(tx);
    await sql`delete from webhook_deliveries where account_id = ${accountId}`.execute(tx);
  });
}

interface KeptNumber {
  id: string;
  phoneNumber: string;
  carrier: string;
  carrierNumberId: string | null;
}

/** The carrier first: a number that we no longer know of would be paid for forever. Throws if the carrier can't be asked. */
async function releaseNumbers(deps: Deps, accountId: string): Promise<void> {
  await endAllAtCarrier(deps, accountId);
  await endRegistration(deps, accountId);
  const { rows } = await sql<KeptNumber>`
    select id, phone_number as "phoneNumber", carrier, carrier_number_id as "carrierNumberId"
      from numbers where account_id = ${accountId} and released_at is null`.execute(deps.db);
  for (const number of rows) {
    await release(deps, number);
    await sql`delete from numbers where account_id = ${accountId} and id = ${number.id}`.execute(deps.db);
  }
}

async function release(deps: Deps, number: KeptNumber): Promise<void> {
  if (number.carrier === deps.sandboxCarrier.name) return;
  if (number.carrier !== deps.carrier.name) {
    const { id: numberId, carrier } = number;
    deps.log.warn({ numberId, carrier }, 'a number of another carrier has to be released there by hand');
    return;
  }
  // A purchase whose answer got lost may have been one.
  const carrierNumberId =
    number.carrierNumberId ?? (await deps.carrier.findOwnedNumber(number.phoneNumber))?.carrierNumberId;
  if (carrierNumberId !== undefined) await deps.carrier.releaseNumber(carrierNumberId);
}

async function inBatches(deps: Deps, work: (tx: Tx) => Promise<boolean>): Promise<void> {
  while (await inTransaction(deps.db, work));
}

/** A recording that was never fetched is still at the carrier. */
async function eraseMedia(tx: Tx, deps: Deps, accountId: string, limit: number): Promise<boolean> {
  const { rows } = await sql<{ id: string; recordingUrl: string | null }>`
    with gone as (
      delete from media where account_id = ${accountId} and id in (
        select id from media where account_id = ${accountId} limit ${limit})
      returning id, message_id, status, carrier_url)
    select gone.id, case when m.call_outcome is not null and gone.status <> 'stored' then gone.carrier_url end as "recordingUrl"
      from gone left join messages m on m.account_id = ${accountId} and m.id = gone.message_id`.execute(tx);
  if (rows.length > 0)
    await enqueueRemoval(
      tx,
      rows.map(({ id }) => mediaKey(accountId, id)),
    );
  await forgetRecordings(
    tx,
    deps,
    rows.map(({ recordingUrl }) => ({ accountId, url: recordingUrl })),
  );
  return rows.length === limit;
}

/** Of people who could make the company's account again. */
async function emailsOf(deps: Deps, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from users where account_id = ${accountId} and user_type = 'admin' and mirrors is null`.execute(
    deps.db,
  );
  return rows.map((row) => row.email);
}
