import { explainRejection } from '../../../contract/numbers.ts';
import type { User } from '../../../contract/users.ts';
import type { Db } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import type { Session } from '../../http/session.ts';
import { formatPhone } from '../../phone.ts';
import { presentAbsence } from '../out-of-office/present.ts';
import { isRegistered } from '../team/seats/rules.ts';
import { findRegisteredNumber } from '../team/seats/store.ts';
import { hasAuthenticator } from './authenticator-store.ts';
import { avatarUrl } from './avatar-address.ts';
import { hasPasskeys } from './passkey-store.ts';
import { findUser, hasConversations } from './store.ts';

/** The signed-in person as they see themself. */
export async function presentUser(
  db: Db,
  deps: Pick<Deps, 'signer' | 'publicUrl' | 'clock' | 'registrar'>,
  session: Session,
): Promise<User> {
  const [found, absence, authenticatorEnabled, passkeyEnabled, texts, number] = await Promise.all([
    findUser(db, session.accountId, session.userId),
    presentAbsence(db, session, deps.clock()),
    hasAuthenticator(db, session),
    hasPasskeys(db, session),
    hasConversations(db, session.accountId, session.userId),
    session.seatId === null ? undefined : findRegisteredNumber(db, session.accountId, session.seatId),
  ]);
  const {
    emailVerifiedAt,
    avatarId,
    notifyBrowser,
    notifySound,
    notifyHideText,
    notifyMail,
    notifyMentionMail,
    cardTitle,
    cardPicture,
    cardEmail,
    ...user
  } = found;
  return {
    ...user,
    avatar: avatarUrl(deps, session.accountId, avatarId),
    notifications: {
      browser: notifyBrowser,
      sound: notifySound,
      hideText: notifyHideText,
      mail: notifyMail,
      mentionMail: notifyMentionMail,
    },
    contactCard: { title: cardTitle, picture: cardPicture, email: cardEmail },
    ...absence,
    authenticatorEnabled,
    passkeyEnabled,
    mfaMissing: session.mfaMissing && !user.mfaEnabled,
    isStaff: session.isStaff,
    metadata: {
      emailVerified: emailVerifiedAt !== null,
      hasConversations: texts,
      numberRegistered: number === undefined || isRegistered(deps, number),
    },
    impersonation:
      session.impersonatedBy === null
        ? null
        : { id: session.id, accountId: session.accountId, expiresAt: session.expiresAt.toISOString() },
    // With it the help chat would mistake staff, or other software, for the person.
    supportUserHash:
      session.impersonatedBy === null && session.key === null
        ? deps.signer.supportHashOf(session.userId)
        : '',
    seat:
      session.seatId === null || session.seatRole === null || session.seatType === null
        ? null
        : {
            id: session.seatId,
            seatRole: session.seatRole,
            seatType: session.seatType,
            twilioNumber: session.phoneNumber,
            twilioNumberFormatted: session.phoneNumber && formatPhone(session.phoneNumber),
            metadata: {
              linkStatus: session.linkStatus,
              linkRejection: explainRejection(session),
              isLandline: session.isLandline,
            },
          },
  };
}
