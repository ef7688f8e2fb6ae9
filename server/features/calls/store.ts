import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

export async function setForwarding(
  db: Db,
  accountId: string,
  userId: string,
  forwarding: { enabled: boolean; number: string | null },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ call_forwarding_enabled: forwarding.enabled, call_forwarding_number: forwarding.number })
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .execute();
}

/** Of any account: a call that is forwarded to it would be forwarded again. */
export async function isBusinessNumber(db: Db, phoneNumber: string): Promise<boolean> {
  const { rows } = await sql`select 1 from number_directory where phone_number = ${phoneNumber}`.execute(db);
  return rows.length > 0;
}
