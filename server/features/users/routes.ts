import { routes } from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import type { Db } from '../../db/connection.ts';
import { invalidField } from '../../failure.ts';
import type { Api } from '../../http/mount.ts';
import type { Session } from '../../http/session.ts';
import { formatPhone, parsePhone } from '../../phone.ts';
import { findUser, updateUser } from './store.ts';

export function userRoutes(api: Api): void {
  api.on(routes.getUser, ({ db, session }) => presentUser(db, session));

  api.on(routes.updateUser, async ({ db, session, body }) => {
    const phoneNumber = body.phoneNumber && parsePhone(body.phoneNumber);
    if (body.phoneNumber && !phoneNumber) throw invalidField('phoneNumber', 'Must be a valid phone number');
    await updateUser(db, session.accountId, session.userId, { ...body, phoneNumber });
    return presentUser(db, session);
  });
}

async function presentUser(db: Db, session: Session): Promise<User> {
  const user = await findUser(db, session.accountId, session.userId);
  return {
    ...user,
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
