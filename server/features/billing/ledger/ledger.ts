import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/connection.ts';
import { recordset } from '../../../db/recordset.ts';
import type { Deps } from '../../../deps.ts';
import { noteEvent } from '../../../live/note-event.ts';
import { publish } from '../../../live/publish.ts';
import { isUsedUp, thresholdCrossed, unpaidSegmentsOf, unpaidTextsOf } from './rules.ts';

/*
 * The ledger of texts, in segments. Prepaid: what was bought, less what is reserved when a text is accepted, and settled when the
 * carrier takes it or doesn't. Other plans: only counted. The balance is the sum of the entries, and nothing else.
 */

interface Credit {
  accountId: string;
  /** The purchase; credited once, however often it is reported. */
  sourceId: string;
  segments: number;
  at: Date;
}

/** False: it was credited before. */
export async function creditTexts(tx: Tx, { accountId, sourceId, segments, at }: Credit): Promise<boolean> {
  await sql`insert into usage_closings (account_id) values (${accountId}) on conflict do nothing`.execute(tx);
  const { numAffectedRows } = await sql`
    insert into usage_entries (account_id, kind, segments, source_id, created_at)
    values (${accountId}, 'purchase', ${segments}, ${sourceId}, ${at})
        on conflict (account_id, source_id) where source_id is not null do nothing`.execute(tx);
  if (numAffectedRows === 0n) return false;
  await tellEveryone(tx, accountId);
  return true;
}

/** Anyone who couldn't text may be looking at the reason. */
async function tellEveryone(tx: Tx, accountId: string): Promise<void> {
  const seats = await tx
    .selectFrom('seats')
    .select('id')
    .where('account_id', '=', accountId)
    .where('user_id', 'is not', null)
    .execute();
  await publish(
    tx,
    seats.map(({ id }) => ({ accountId, kind: 'seat.updated' as const, subjectId: id })),
  );
}

/** Of what was bought. Below 0 if carriers counted more segments than we did. */
export async function remainingTexts(db: Db, accountId: string): Promise<number> {
  return (await readBalances(db, [accountId])).get(accountId) ?? 0;
}

/** The same for several, and until the transaction ends no one else takes from them. Giving back needs no lock. */
export async function lockRemainingTexts(tx: Tx, accountIds: string[]): Promise<Map<string, number>> {
  // In a fixed order, so that two batches don't wait for each other; and two statements, so that the second sees what the first
  // has waited for.
  const [, balances] = await Promise.all([
    sql`
      select 1 from usage_closings where account_id = any(${accountIds}::uuid[])
       order by account_id for update`.execute(tx),
    readBalances(tx, accountIds),
  ]);
  return balances;
}

async function readBalances(db: Db, accountIds: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ accountId: string; segments: number }>`
    select c.account_id as "accountId",
           (c.segments + coalesce((select sum(e.segments) from usage_entries e
                                    where e.account_id = c.account_id and not e.closed and e.segments <> 0), 0))::int as segments
      from usage_closings c where c.account_id = any(${accountIds}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.accountId, row.segments]));
}

interface ReservedText {
  accountId: string;
  /** The message's. */
  id: string;
  segments: number;
  createdAt: Date;
}

/** After `lockRemainingTexts` has shown that there is enough. */
export async function reserveTexts(tx: Tx, texts: ReservedText[]): Promise<void> {
  if (texts.length === 0) return;
  await tx
    .insertInto('usage_entries')
    .values(
      texts.map((text) => ({
        account_id: text.accountId,
        kind: 'reserve' as const,
        segments: -text.segments,
        message_id: text.id,
        created_at: text.createdAt,
      })),
    )
    .execute();
  await noteThresholds(tx, texts);
}

/** Other software hears that texts run low, once for each step. */
async function noteThresholds(tx: Tx, texts: ReservedText[]): Promise<void> {
  const byAccount = Map.groupBy(texts, ({ accountId }) => accountId);
  const accountIds = [...byAccount.keys()];
  const { rows } = await sql<{ accountId: string; bought: number }>`
    select distinct on (account_id) account_id as "accountId", segments as bought from usage_entries
     where account_id = any(${accountIds}::uuid[]) and source_id is not null
     order by account_id, created_at desc`.execute(tx);
  const balances = await readBalances(tx, accountIds);
  for (const { accountId, bought } of rows) {
    const remaining = balances.get(accountId) ?? 0;
    const reserved = (byAccount.get(accountId) ?? []).reduce((sum, { segments }) => sum + segments, 0);
    const percent = thresholdCrossed({ bought, before: remaining + reserved, remaining });
    if (percent !== null)
      await noteEvent(tx, accountId, {
        type: 'usage.threshold',
        subjectId: accountId,
        data: { percent, remaining, bought },
      });
  }
}

interface SettledText {
  accountId: string;
  messageId: string;
  /** What the carrier took; 0 if it didn't, or if it was never asked. */
  segments: number;
}

/**
 * Brings the ledger to what became of texts: charges or counts what was sent, gives back what wasn't. It compares with what is in
 * the ledger, so repeating it changes nothing, and the last word wins in whatever order they come. The caller holds the
 * messages.
 */
export async function settleTexts(tx: Tx, texts: SettledText[], at: Date): Promise<void> {
  if (texts.length === 0) return;
  await sql`
    with word as (
      select word.account_id, word.message_id, word.segments as now_used, said.*,
             said.used > 0 and said.used <> word.segments or word.segments = 0 and said.charged > 0 as is_taken_back
        from ${recordset('word', texts, { uuid: ['accountId', 'messageId'], int: ['segments'] })}
       cross join lateral (
         select coalesce(-sum(e.segments), 0) as charged, coalesce(sum(e.used), 0) as used, max(e.used_at) as used_at,
                coalesce(bool_or(e.kind = 'reserve'), false) as is_prepaid
           from usage_entries e
          where e.account_id = word.account_id and e.message_id = word.message_id) as said
    )
    insert into usage_entries (account_id, kind, segments, used, used_at, message_id, created_at, expires_at)
    select account_id, 'release', charged, -used, case when used > 0 then used_at end, message_id, ${at}::timestamptz,
           case when not is_prepaid then ${at}::timestamptz + ${COUNTED_FOR}::interval end
      from word where is_taken_back
    union all
    select account_id, case when is_prepaid then 'settle' else 'count' end,
           case when not is_prepaid then 0 when is_taken_back then -now_used else charged - now_used end,
           now_used, coalesce(used_at, ${at}::timestamptz), message_id, ${at}::timestamptz,
           case when not is_prepaid then ${at}::timestamptz + ${COUNTED_FOR}::interval end
      from word where now_used > 0 and now_used <> used`.execute(tx);
}

/** From now on, or on from when it was; null: they don't count. What has counted stays counted. */
export async function setUnpaidSince(tx: Tx, accountId: string, at: Date | null): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({
      invoice_unpaid_since: at,
      ...(at === null ? { unpaid_texts_before: unpaidSegmentsOf('accounts') } : {}),
    })
    .where('id', '=', accountId)
    .where('invoice_unpaid_since', at === null ? 'is not' : 'is', null)
    .execute();
}

export async function hasUsedUpUnpaid(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ unpaidTexts: number | null }>`
    select ${unpaidTextsOf('accounts')} as "unpaidTexts" from accounts where id = ${accountId}`.execute(tx);
  return isUsedUp(rows[0]?.unpaidTexts ?? null);
}

/** Not sent, and not going to be. */
export function giveBackTexts(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  accountId: string,
  messageIds: string[],
): Promise<void> {
  return settleTexts(
    tx,
    messageIds.map((messageId) => ({ accountId, messageId, segments: 0 })),
    clock(),
  );
}

/** What was only counted moved no money, and the page shows 90 days of it. */
const COUNTED_FOR = '400 days';

/** What was bought, as it was credited; the latest first. */
export async function listPurchases(
  db: Db,
  accountId: string,
): Promise<{ sourceId: string; segments: number; at: Date }[]> {
  const { rows } = await sql<{ sourceId: string; segments: number; at: Date }>`
    select source_id as "sourceId", segments, created_at as at from usage_entries
     where account_id = ${accountId} and source_id is not null
     order by created_at desc limit 1000`.execute(db);
  return rows;
}
