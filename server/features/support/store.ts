import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';
import { sweepRows } from '../../db/sweep.ts';

interface NewSupportMessage {
  id: string;
  userId: string;
  subject: string;
  message: string;
  createdAt: Date;
}

export async function insertSupportMessage(
  tx: Tx,
  accountId: string,
  { id, userId, subject, message, createdAt }: NewSupportMessage,
): Promise<void> {
  await tx
    .insertInto('support_messages')
    .values({ account_id: accountId, id, user_id: userId, subject, message, created_at: createdAt })
    .execute();
}

/** The people who answer have got them by mail; they are kept here for two years. */
export function sweepSupportMessages(db: Db): Promise<void> {
  return sweepRows(db, 'support_messages', {
    time: sql`created_at`,
    before: sql`now() - interval '2 years'`,
  });
}
