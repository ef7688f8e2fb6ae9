import type { Tx } from '../../db/connection.ts';

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
