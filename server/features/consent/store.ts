import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

export type ConsentSource = 'keyword' | 'reviewed' | 'carrier';

/** Which of the numbers have opted out, and since when. */
export async function findOptOuts(
  db: Db,
  accountId: string,
  phoneNumbers: string[],
): Promise<Map<string, Date>> {
  if (phoneNumbers.length === 0) return new Map();
  const rows = await db
    .selectFrom('opt_outs')
    .select(['phone_number as phoneNumber', 'opted_out_at as optedOutAt'])
    .where('account_id', '=', accountId)
    .where('phone_number', '=', sql<string>`any(${phoneNumbers}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.phoneNumber, row.optedOutAt]));
}

/** True when the number had not opted out before. */
export async function insertOptOut(
  db: Db,
  optOut: { accountId: string; phoneNumber: string; source: ConsentSource; at: Date },
): Promise<boolean> {
  const result = await db
    .insertInto('opt_outs')
    .values({
      account_id: optOut.accountId,
      phone_number: optOut.phoneNumber,
      source: optOut.source,
      opted_out_at: optOut.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** True when the number had opted out. */
export async function deleteOptOut(db: Db, accountId: string, phoneNumber: string): Promise<boolean> {
  const result = await db
    .deleteFrom('opt_outs')
    .where('account_id', '=', accountId)
    .where('phone_number', '=', phoneNumber)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export async function insertConsentEvent(
  db: Db,
  event: {
    accountId: string;
    id: string;
    phoneNumber: string;
    change: 'optedOut' | 'optedIn';
    source: ConsentSource;
    wording: string | null;
    actorUserId: string | null;
    at: Date;
  },
): Promise<void> {
  await db
    .insertInto('consent_events')
    .values({
      account_id: event.accountId,
      id: event.id,
      phone_number: event.phoneNumber,
      change: event.change,
      source: event.source,
      wording: event.wording,
      actor_user_id: event.actorUserId,
      created_at: event.at,
    })
    .execute();
}
