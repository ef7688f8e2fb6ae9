import type { FastifyInstance } from 'fastify';
import * as routes from '../../../contract/routes.ts';
import type { Deps } from '../../deps.ts';
import { invalidField } from '../../failure.ts';
import type { Api } from '../../http/mount.ts';
import type { Limit } from '../../http/rate-limits.ts';
import { formatPhone, parsePhone } from '../../phone.ts';
import { actorOf } from '../audit/record-audit.ts';
import { buyNumber, changeNumber } from './buy-number.ts';
import { numberPageRoute } from './number-page.ts';
import { resetNumber } from './replace-number.ts';
import { searchNumbers } from './search-numbers.ts';

const SEARCH_LIMIT = 20;
/** Each number that is given up is paid for through its quarantine. */
const changesByAccount: Limit = { name: 'number changes', points: 60, seconds: 3600 };

function requirePhone(input: string): string {
  const phoneNumber = parsePhone(input);
  if (phoneNumber === null) throw invalidField('phoneNumber', 'Must be a valid phone number');
  return phoneNumber;
}

function withFormatted<Of extends { phoneNumber: string }>(number: Of) {
  return { ...number, phoneNumberFormatted: formatPhone(number.phoneNumber) };
}

export function numberRoutes(app: FastifyInstance, api: Api, deps: Deps): void {
  numberPageRoute(app, deps);

  api.on(routes.findPhoneNumber, async ({ query }) => {
    const found = await searchNumbers(deps, query.areaCode, SEARCH_LIMIT);
    return found.map(withFormatted);
  });

  api.on(routes.buyPhoneNumber, async ({ session, body, request }) => {
    const phoneNumber = requirePhone(body.phoneNumber);
    return withFormatted(await buyNumber(deps, session, actorOf(session, request), phoneNumber));
  });

  api.on(routes.updatePhoneNumber, async ({ session, params, body, request }) => {
    const phoneNumber = requirePhone(body.phoneNumber);
    await deps.rateLimits.consume(changesByAccount, session.accountId);
    const wanted = { seatId: params.id, phoneNumber };
    return withFormatted(await changeNumber(deps, actorOf(session, request), wanted));
  });

  api.on(routes.resetPhoneNumber, async ({ session, body, request }) => {
    await deps.rateLimits.consume(changesByAccount, session.accountId);
    return withFormatted(await resetNumber(deps, actorOf(session, request), body.seatId));
  });
}
