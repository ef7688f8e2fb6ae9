import type { Db, Tx } from '../../db/connection.ts';
import { publishSessionsChanged } from '../../live/publish.ts';

interface Staff {
  accountId: string;
  userId: string;
}

export async function insertImpersonation(
  db: Db,
  session: {
    accountId: string;
    id: string;
    keyHash: string;
    userId: string;
    userAgent: string | null;
    createdAt: Date;
    expiresAt: Date;
    staff: Staff & { sessionId: string };
  },
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      account_id: session.accountId,
      id: session.id,
      key_hash: session.keyHash,
      user_id: session.userId,
      user_agent: session.userAgent,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
      staff_account_id: session.staff.accountId,
      staff_user_id: session.staff.userId,
      staff_session_id: session.staff.sessionId,
    })
    .execute();
}

/** False when it is not theirs. */
export async function endImpersonation(
  tx: Tx,
  staff: Staff,
  { id, at }: { id: string; at: Date },
): Promise<boolean> {
  const found = await tx
    .selectFrom('sessions')
    .select(['account_id as accountId', 'user_id as userId'])
    .where('staff_account_id', '=', staff.accountId)
    .where('staff_user_id', '=', staff.userId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (found === undefined) return false;
  await tx
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('account_id', '=', found.accountId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
  await publishSessionsChanged(tx, found.accountId, found.userId);
  return true;
}
