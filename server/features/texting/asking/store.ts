import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/connection.ts';
import type { AskedFor } from './rules.ts';

/** Held against others who ask, until the transaction ends. */
export async function lockRequest(
  tx: Tx,
  accountId: string,
  phoneNumber: string,
): Promise<AskedFor | undefined> {
  // Also if there is none yet.
  const key = `consent request ${accountId} ${phoneNumber}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
  return findRequest(tx, accountId, phoneNumber);
}

export function findRequest(db: Db, accountId: string, phoneNumber: string): Promise<AskedFor | undefined> {
  return db
    .selectFrom('consent_requests')
    .select(['asked_at as askedAt', 'reminded_at as remindedAt', 'answered_at as answeredAt'])
    .where('account_id', '=', accountId)
    .where('phone_number', '=', phoneNumber)
    .executeTakeFirst();
}

/** The question as it was last asked; the second time counts as the reminder. */
export async function putRequest(
  tx: Tx,
  request: {
    accountId: string;
    phoneNumber: string;
    conversationId: string;
    askedBy: string;
    at: Date;
    wording: string;
    wordingVersion: string;
  },
): Promise<void> {
  await sql`
    insert into consent_requests as known
           (account_id, phone_number, conversation_id, asked_by, asked_at, wording, wording_version)
    values (${request.accountId}, ${request.phoneNumber}, ${request.conversationId}, ${request.askedBy}, ${request.at},
            ${request.wording}, ${request.wordingVersion})
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
