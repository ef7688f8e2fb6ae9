import { routes } from '../../../contract/routes.ts';
import type { Api } from '../../http/mount.ts';
import { formatPhone } from '../../phone.ts';
import { listSeats } from './store.ts';

export function seatRoutes(api: Api): void {
  api.on(routes.getSeats, async ({ db, session }) =>
    (await listSeats(db, session.accountId)).map((seat) => ({
      ...seat,
      user:
        seat.userId !== null && seat.firstName !== null && seat.lastName !== null && seat.email !== null
          ? { id: seat.userId, firstName: seat.firstName, lastName: seat.lastName, email: seat.email }
          : null,
      twilioNumber: seat.phoneNumber,
      twilioNumberFormatted: seat.phoneNumber && formatPhone(seat.phoneNumber),
    })),
  );
}
