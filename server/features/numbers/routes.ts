import { routes } from '../../../contract/routes.ts';
import type { Deps } from '../../deps.ts';
import { Failure, invalidField } from '../../failure.ts';
import type { Api } from '../../http/mount.ts';
import { formatPhone, parsePhone } from '../../phone.ts';
import { buyNumber } from './buy-number.ts';
import { refreshLink } from './refresh-link.ts';
import { findNumberOfSeat } from './store.ts';

const SEARCH_LIMIT = 20;

export function numberRoutes(api: Api, deps: Deps): void {
  api.on(routes.findPhoneNumber, async ({ query }) => {
    const found = await deps.carrier
      .findNumbers({ areaCode: query.areaCode, limit: SEARCH_LIMIT })
      .catch((error: unknown) => {
        deps.log.warn({ err: error }, 'numbers could not be searched');
        throw new Failure('carrier_unavailable');
      });
    return found.map((number) => ({ ...number, phoneNumberFormatted: formatPhone(number.phoneNumber) }));
  });

  api.on(routes.buyPhoneNumber, async ({ session, body }) => {
    const phoneNumber = parsePhone(body.phoneNumber);
    if (phoneNumber === null) throw invalidField('phoneNumber', 'Must be a valid phone number');
    const bought = await buyNumber(deps, session, phoneNumber);
    return { ...bought, phoneNumberFormatted: formatPhone(bought.phoneNumber) };
  });

  api.on(routes.checkLinkStatus, async ({ db, session }) => {
    const number = session.seatId && (await findNumberOfSeat(db, session.accountId, session.seatId));
    if (!number) throw new Failure('no_number');
    const linkStatus = await refreshLink(deps, number).catch((error: unknown) => {
      // The last known status is still true; the job asks again.
      deps.log.warn({ err: error }, 'the link status could not be refreshed');
      return number.linkStatus;
    });
    if (linkStatus === null) throw new Failure('no_number');
    return { linkStatus };
  });
}
