import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import { invalidField } from '../../failure.ts';
import { type ConnectionKey, changeConnection } from './connections-store.ts';

/** Whose number sends reminders of the system's interviews, unless something else sets it. Undefined: unchanged. */
export async function chooseReminderSender(
  tx: Tx,
  key: ConnectionKey,
  reminderUserId: string | null | undefined,
): Promise<void> {
  if (reminderUserId === undefined) return;
  if (reminderUserId !== null && !(await isRecruiterWithNumber(tx, key.accountId, reminderUserId)))
    throw invalidField('reminderUserId', 'Choose a recruiter who has a number');
  await changeConnection(tx, key, { reminderUserId });
}

async function isRecruiterWithNumber(tx: Tx, accountId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from seats s
     where s.account_id = ${accountId} and s.user_id = ${userId} and s.status = 'used' and s.seat_role = 'recruiter'
       and exists (select from numbers n where n.account_id = s.account_id and n.seat_id = s.id)`.execute(tx);
  return rows.length > 0;
}
