import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/connection.ts';
import { recordset } from '../../../db/recordset.ts';
import type { AskedFor } from './rules.ts';

/** No one else asks these until the transaction ends. */
export async function lockAsking(tx: Tx, accountId: string, phoneNumbers: string[]): Promise<void> {
  // Also where there is no request yet; in one order, so that no two wait for each other.
  const keys = phoneNumbers.toSorted().map((phoneNumber) => `consent request ${accountId} ${phoneNumber}`);
  await sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${keys}::text[]) as key`.execute(
    tx,
  );
}

/** By number. */
export async function findRequests(
  db: Db,
  accountId: string,
  phoneNumbers: string[],
): Promise<Map<string, AskedFor>> {
  const rows = await db
    .selectFrom('consent_requests')
    .select([
      'phone_number as phoneNumber',
      'asked_at as askedAt',
      'reminded_at as remindedAt',
      'answered_at as answeredAt',
    ])
    .where('account_id', '=', accountId)
    .where('phone_number', '=', sql<string>`any(${phoneNumbers}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.phoneNumber, row]));
}

/** The question as it was last asked; the second time counts as the reminder. */
export async function putRequests(
  tx: Tx,
  {
    accountId,
    askedBy,
    at,
    wordingVersion,
  }: { accountId: string; askedBy: string; at: Date; wordingVersion: string },
  requests: { phoneNumber: string; conversationId: string; wording: string }[],
): Promise<void> {
  await sql`
    insert into consent_requests as known
           (account_id, phone_number, conversation_id, asked_by, asked_at, wording, wording_version)
    select ${accountId}::uuid, r.phone_number, r.conversation_id, ${askedBy}::uuid, ${at}::timestamptz, r.wording, ${wordingVersion}
      from ${recordset('r', requests, { text: ['phoneNumber', 'wording'], uuid: ['conversationId'] })}
        on conflict (account_id, phone_number) do update
       set conversation_id = excluded.conversation_id, asked_by = excluded.asked_by, wording = excluded.wording,
           wording_version = excluded.wording_version, reminded_at = excluded.asked_at`.execute(tx);
}

/** The open question, which is answered from now on. */
export function closeRequest(
  tx: Tx,
  { accountId, phoneNumber, at }: { accountId: string; phoneNumber: string; at: Date },
): Promise<{ wording: string; wordingVersion: string } | undefined> {
  return tx
    .updateTable('consent_requests')
    .set({ answered_at: at })
    .where('account_id', '=', accountId)
    .where('phone_number', '=', phoneNumber)
    .where('answered_at', 'is', null)
    .returning(['wording', 'wording_version as wordingVersion'])
    .executeTakeFirst();
}

/** The company's words, and which version they are. */
export function findWording(
  db: Db,
  accountId: string,
): Promise<{ company: string; custom: string | null; version: number }> {
  return db
    .selectFrom('accounts')
    .select(['name as company', 'consent_request as custom', 'consent_request_version as version'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
}
