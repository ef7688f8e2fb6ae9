import { MIN_TEAM_RECRUITERS } from '../../../contract/accounts.ts';
import { explainRejection } from '../../../contract/numbers.ts';
import type { Seat } from '../../../contract/seats.ts';
import type { Db } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import type { Session } from '../../http/session.ts';
import { formatPhone } from '../../phone.ts';
import { avatarUrl } from '../users/avatar-address.ts';
import { countAdmins } from '../users/membership-store.ts';
import { isRegistered, seatCan } from './seats/rules.ts';
import { listSeats } from './seats/store.ts';

type Row = Awaited<ReturnType<typeof listSeats>>[number];

type SeatDeps = Pick<Deps, 'signer' | 'publicUrl' | 'clock' | 'registrar'>;

export async function presentSeats(db: Db, deps: SeatDeps, session: Session): Promise<Seat[]> {
  const { accountId } = session;
  const [rows, admins] = await Promise.all([listSeats(db, accountId), countAdmins(db, accountId)]);
  return rows.map((row) => presentSeat(row, deps, session, { admins, total: rows.length }));
}

function presentSeat(
  {
    userId,
    firstName,
    lastName,
    email,
    avatarId,
    sentAt,
    expiresAt,
    coverId,
    coverFirstName,
    coverLastName,
    isService,
    ...seat
  }: Row,
  deps: SeatDeps,
  session: Session,
  counts: { admins: number; total: number },
): Seat {
  const isUsed = userId !== null && firstName !== null && lastName !== null && email !== null;
  const lastActiveAt = seat.lastActiveAt?.toISOString() ?? null;
  const avatar = avatarUrl(deps, session.accountId, avatarId);
  return {
    ...seat,
    user: isUsed ? { id: userId, firstName, lastName, email, avatar, lastActiveAt, isService } : null,
    invitation:
      sentAt && expiresAt
        ? {
            firstName: seat.invitedFirstName,
            lastName: seat.invitedLastName,
            sentAt: sentAt.toISOString(),
            expiresAt: expiresAt.toISOString(),
          }
        : null,
    coveredBy:
      !isUsed && coverId !== null && coverFirstName !== null && coverLastName !== null
        ? { id: coverId, firstName: coverFirstName, lastName: coverLastName }
        : null,
    twilioNumber: seat.phoneNumber,
    twilioNumberFormatted: seat.phoneNumber && formatPhone(seat.phoneNumber),
    linkRejection: explainRejection(seat),
    registered:
      seat.linkStatus !== 'linked' ||
      seat.phoneNumber === null ||
      isRegistered(deps, { phoneNumber: seat.phoneNumber, registeredAt: seat.registeredAt }),
    can: seatCan(
      {
        ...seat,
        userId,
        isService,
        hasNumber: seat.numberId !== null,
        hasReplacement: seat.isReplaced,
      },
      {
        ...counts,
        viewerId: session.userId,
        isTeam: session.accountType === 'team',
        minimum: MIN_TEAM_RECRUITERS,
      },
    ),
  };
}
