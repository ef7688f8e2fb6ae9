import { MAX_BILL_BYTES } from '../../../contract/landlines.ts';
import * as routes from '../../../contract/routes.ts';
import type { Db } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { type Api, presented } from '../../http/mount.ts';
import { readFile } from '../../http/read-file.ts';
import type { Session } from '../../http/session.ts';
import { formatPhone } from '../../phone.ts';
import { actorOf } from '../audit/record-audit.ts';
import { checkLinkStatus } from './check-link-status.ts';
import { checkNumber } from './check-number.ts';
import { confirmCode } from './confirm-code.ts';
import { readLetter } from './letter/paper-store.ts';
import { keepBill, signLetter } from './letter/sign-letter.ts';
import { presentOrder } from './present.ts';
import { requestCode } from './request-code.ts';
import { checksByAccount } from './rules.ts';
import { startOrder } from './start-order.ts';
import { findOrderOfSeat, type LandlineRow } from './store.ts';
import { withdraw } from './withdraw.ts';

async function findOwn(db: Db, { accountId, seatId }: Session): Promise<LandlineRow | undefined> {
  return seatId === null ? undefined : await findOrderOfSeat(db, accountId, seatId);
}

async function requireOwn(db: Db, session: Session): Promise<LandlineRow> {
  const order = await findOwn(db, session);
  if (order === undefined) throw new Failure('not_found');
  return order;
}

export function landlineRoutes(api: Api, deps: Deps): void {
  const verification = () => {
    const { codeWays, takesExtension } = deps.carrier.landline;
    return { codeWays: [...codeWays], takesExtension };
  };
  const present = async (db: Db, session: Session) => presentOrder(db, deps, await requireOwn(db, session));

  api.on(routes.getLandline, async ({ db, session }) => {
    const order = await findOwn(db, session);
    return {
      order: order === undefined ? null : await presentOrder(db, deps, order),
      verification: verification(),
    };
  });

  api.on(routes.checkLinkStatus, ({ session }) => checkLinkStatus(deps, session));

  api.on(routes.checkLandline, async ({ session, body }) => {
    await deps.rateLimits.consume(checksByAccount, session.accountId);
    const phoneNumber = await checkNumber(deps, body.phoneNumber, session);
    return { phoneNumber, phoneNumberFormatted: formatPhone(phoneNumber), ...verification() };
  });

  api.on(routes.enableLandline, async ({ db, session, body, request }) => {
    await deps.rateLimits.consume(checksByAccount, session.accountId);
    const order = await startOrder(deps, session, actorOf(session, request), body);
    return presentOrder(db, deps, order);
  });

  api.on(routes.requestLandlineCode, async ({ db, session, body }) => {
    await requestCode(deps, await requireOwn(db, session), body);
    return present(db, session);
  });

  api.on(routes.confirmLandlineCode, async ({ db, session, body }) => {
    await confirmCode(deps, await requireOwn(db, session), body.code);
    return present(db, session);
  });

  api.raw(routes.uploadLandlineBill, async ({ db, session, request, reply }) => {
    const order = await requireOwn(db, session);
    const { bytes } = await readFile(request, { fileSize: MAX_BILL_BYTES });
    await keepBill(deps, order, bytes);
    return reply.send(presented(routes.uploadLandlineBill, await present(db, session)));
  });

  api.on(routes.signLandlineLetter, async ({ db, session, body, request }) => {
    const { name, title, signature } = body;
    const order = await requireOwn(db, session);
    await signLetter(deps, actorOf(session, request), order, { name, title, signature });
    return present(db, session);
  });

  api.raw(routes.getLandlineLetter, async ({ db, session, reply }) => {
    const order = await requireOwn(db, session);
    const letter = await readLetter(db, order.accountId, order.id);
    if (letter === null) throw new Failure('not_found');
    return reply
      .type('application/pdf')
      .header('content-disposition', 'attachment; filename="letter-of-authorization.pdf"')
      .send(letter);
  });

  api.on(routes.withdrawLandline, async ({ db, session, request }) => {
    await withdraw(deps, actorOf(session, request), await requireOwn(db, session));
    return present(db, session);
  });
}
