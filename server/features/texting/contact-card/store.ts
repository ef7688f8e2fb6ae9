import type { Db } from '../../../db/connection.ts';

/** What a person's card holds beside their name and number. */
export function findCardOf(db: Db, { accountId, userId }: { accountId: string; userId: string }) {
  return db
    .selectFrom('users as u')
    .innerJoin('accounts as a', 'a.id', 'u.account_id')
    .select([
      'a.name as company',
      'u.email',
      'u.avatar_id as avatarId',
      'u.card_title as title',
      'u.card_picture as hasPicture',
      'u.card_email as hasEmail',
    ])
    .where('u.account_id', '=', accountId)
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow();
}
