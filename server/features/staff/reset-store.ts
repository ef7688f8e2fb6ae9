import type { Db } from '../../db/connection.ts';

export interface Reset {
  accountId: string;
  userId: string;
  id: string;
  staffAccountId: string;
  staffUserId: string;
  staffName: string;
  reason: string;
  dueAt: Date;
}

/** False when one is on its way. */
export async function insertReset(db: Db, reset: Reset & { createdAt: Date }): Promise<boolean> {
  const result = await db
    .insertInto('second_step_resets')
    .values({
      account_id: reset.accountId,
      user_id: reset.userId,
      id: reset.id,
      staff_account_id: reset.staffAccountId,
      staff_user_id: reset.staffUserId,
      staff_name: reset.staffName,
      reason: reset.reason,
      due_at: reset.dueAt,
      created_at: reset.createdAt,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'user_id']).doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export function findReset(
  db: Db,
  who: Pick<Reset, 'accountId' | 'userId' | 'id'>,
): Promise<Reset | undefined> {
  return db
    .selectFrom('second_step_resets')
    .select([
      'account_id as accountId',
      'user_id as userId',
      'id',
      'staff_account_id as staffAccountId',
      'staff_user_id as staffUserId',
      'staff_name as staffName',
      'reason',
      'due_at as dueAt',
    ])
    .where('account_id', '=', who.accountId)
    .where('user_id', '=', who.userId)
    .where('id', '=', who.id)
    .executeTakeFirst();
}

/** True for one caller only: it was done, or it was objected to. */
export async function takeReset(db: Db, who: Pick<Reset, 'accountId' | 'userId' | 'id'>): Promise<boolean> {
  const result = await db
    .deleteFrom('second_step_resets')
    .where('account_id', '=', who.accountId)
    .where('user_id', '=', who.userId)
    .where('id', '=', who.id)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
