import type { Db } from '../../db/connection.ts';

export async function insertLogin(
  db: Db,
  login: { email: string; accountId: string; userId: string },
): Promise<void> {
  await db
    .insertInto('logins')
    .values({ email: login.email, account_id: login.accountId, user_id: login.userId })
    .execute();
}

export function findLogin(db: Db, email: string) {
  return db
    .selectFrom('logins')
    .select(['account_id as accountId', 'user_id as userId'])
    .where('email', '=', email)
    .executeTakeFirst();
}

export async function insertSession(
  db: Db,
  session: { accountId: string; id: string; userId: string; userAgent: string | null; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      account_id: session.accountId,
      id: session.id,
      user_id: session.userId,
      user_agent: session.userAgent,
      expires_at: session.expiresAt,
    })
    .execute();
}

export async function endSession(db: Db, accountId: string, id: string, at: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}
