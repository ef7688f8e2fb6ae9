import { sql } from 'kysely';
import type { UserType } from '../../../../contract/seats.ts';
import type { Db } from '../../../db/connection.ts';

export interface NewInvitation {
  seatId: string;
  userType: UserType;
  firstName: string | null;
  lastName: string | null;
  inviterId: string;
  inviterFirstName: string;
  secretHash: string;
  sentAt: Date;
  expiresAt: Date;
}

export async function insertInvitations(
  db: Db,
  accountId: string,
  invitations: NewInvitation[],
): Promise<void> {
  if (invitations.length === 0) return;
  await db
    .insertInto('invitations')
    .values(
      invitations.map((invitation) => ({
        account_id: accountId,
        seat_id: invitation.seatId,
        user_type: invitation.userType,
        first_name: invitation.firstName,
        last_name: invitation.lastName,
        inviter_id: invitation.inviterId,
        inviter_first_name: invitation.inviterFirstName,
        secret_hash: invitation.secretHash,
        sent_at: invitation.sentAt,
        expires_at: invitation.expiresAt,
      })),
    )
    .execute();
}

/** The older link is void. */
export async function renewInvitation(
  db: Db,
  accountId: string,
  seatId: string,
  link: { secretHash: string; sentAt: Date; expiresAt: Date },
): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ secret_hash: link.secretHash, sent_at: link.sentAt, expires_at: link.expiresAt })
    .where('account_id', '=', accountId)
    .where('seat_id', '=', seatId)
    .execute();
}

export async function deleteInvitation(db: Db, accountId: string, seatId: string): Promise<void> {
  await db
    .deleteFrom('invitations')
    .where('account_id', '=', accountId)
    .where('seat_id', '=', seatId)
    .execute();
}

/** The invitation to a seat, with whom it is for and from. None to an account that is about to be deleted. */
export function findInvitation(db: Db, accountId: string, seatId: string) {
  return db
    .selectFrom('invitations')
    .innerJoin('seats', (join) =>
      join
        .onRef('seats.account_id', '=', 'invitations.account_id')
        .onRef('seats.id', '=', 'invitations.seat_id'),
    )
    .innerJoin('accounts', 'accounts.id', 'invitations.account_id')
    .select([
      'invitations.account_id as accountId',
      'invitations.seat_id as seatId',
      'accounts.name as companyName',
      sql<string>`seats.pending_email`.as('email'),
      'invitations.user_type as userType',
      'invitations.first_name as firstName',
      'invitations.last_name as lastName',
      'invitations.inviter_first_name as inviterFirstName',
      'invitations.secret_hash as secretHash',
      'invitations.expires_at as expiresAt',
    ])
    .where('invitations.account_id', '=', accountId)
    .where('invitations.seat_id', '=', seatId)
    .where('accounts.deletes_at', 'is', null)
    .executeTakeFirst();
}
