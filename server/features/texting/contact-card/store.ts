import type { Db } from '../../../db/connection.ts';

/** What a person's card holds beside their name. */
export function findCardOf(db: Db, { accountId, userId }: { accountId: string; userId: string }) {
  return db
    .selectFrom('users as u')
    .innerJoin('accounts as a', 'a.id', 'u.account_id')
    .leftJoin('seats as s', (join) =>
      join.onRef('s.account_id', '=', 'u.account_id').onRef('s.user_id', '=', 'u.id'),
    )
    .leftJoin('numbers as n', (join) =>
      join.onRef('n.account_id', '=', 's.account_id').onRef('n.seat_id', '=', 's.id'),
    )
    .select([
      'n.phone_number as phoneNumber',
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
