import { routes } from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import { type Db, inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure, invalidField } from '../../failure.ts';
import type { Api } from '../../http/mount.ts';
import type { Session } from '../../http/session.ts';
import { formatPhone, parsePhone } from '../../phone.ts';
import { enqueueMail } from '../mails/enqueue-mail.ts';
import { presentAbsence } from '../out-of-office/present.ts';
import { dropAuthenticator, hasAuthenticator } from './authenticator-store.ts';
import { securityNotice } from './security-notice.ts';
import { findUser, updateUser } from './store.ts';

export function userRoutes(api: Api, deps: Deps): void {
  api.on(routes.getUser, ({ db, session }) => presentUser(db, deps, session));

  api.on(routes.updateUser, async ({ db, session, body }) => {
    const phoneNumber = body.phoneNumber && parsePhone(body.phoneNumber);
    if (body.phoneNumber && !phoneNumber) throw invalidField('phoneNumber', 'Must be a valid phone number');
    await inTransaction(db, async (tx) => {
      const before = await findUser(tx, session.accountId, session.userId);
      await updateUser(tx, session.accountId, session.userId, { ...body, phoneNumber });
      // Whoever finds an open browser can't open the account for good; the failure undoes the removal. One that was only
      // started goes, so that it is not confirmed afterwards.
      if (body.mfaEnabled === false && (await dropAuthenticator(tx, session)))
        throw new Failure('authenticator_in_force');
      if (body.mfaEnabled === undefined || body.mfaEnabled === before.mfaEnabled) return;
      const notice = securityNotice(body.mfaEnabled ? 'mfaOn' : 'mfaOff', deps);
      await enqueueMail(tx, deps, { to: before.email, ...notice });
    });
    return presentUser(db, deps, session);
  });
}

async function presentUser(db: Db, deps: Pick<Deps, 'tokens' | 'clock'>, session: Session): Promise<User> {
  const [{ emailVerifiedAt, ...user }, authenticatorEnabled] = await Promise.all([
    findUser(db, session.accountId, session.userId),
    hasAuthenticator(db, session),
  ]);
  return {
    ...user,
    ...(await presentAbsence(db, session, deps.clock())),
    authenticatorEnabled,
    isStaff: session.isStaff,
    metadata: { emailVerified: emailVerifiedAt !== null },
    supportUserHash: deps.tokens.supportHashOf(session.userId),
    seat:
      session.seatId === null || session.seatRole === null
        ? null
        : {
            id: session.seatId,
            seatRole: session.seatRole,
            twilioNumber: session.phoneNumber,
            twilioNumberFormatted: session.phoneNumber && formatPhone(session.phoneNumber),
            metadata: { linkStatus: session.linkStatus },
          },
  };
}
