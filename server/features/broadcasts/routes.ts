import * as routes from '../../../contract/routes.ts';
import type { Db } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Api } from '../../http/mount.ts';
import { decodeCursor, encodeCursor, pageOf } from '../../http/page.ts';
import type { Session } from '../../http/session.ts';
import { untilGone } from '../../http/until-gone.ts';
import { actorOf } from '../audit/record-audit.ts';
import { actOn, maySee } from './change-broadcast.ts';
import { presentBroadcasts, presentRecipient } from './present.ts';
import { previewBroadcast, startBroadcast } from './start.ts';
import { type BroadcastRow, findBroadcast, listBroadcastsOf, listRecipients } from './store.ts';
import { prepareTest, sendTest } from './text-myself.ts';

export function broadcastRoutes(api: Api, deps: Deps): void {
  const find = async (db: Db, session: Session, id: string): Promise<BroadcastRow> => {
    const row = await findBroadcast(db, session.accountId, id);
    if (row === undefined || !maySee(session, row)) throw new Failure('not_found');
    return row;
  };
  const presentOne = async (db: Db, session: Session, id: string) => {
    const [broadcast] = await presentBroadcasts(db, deps, session, [await find(db, session, id)]);
    if (broadcast === undefined) throw new Failure('not_found');
    return broadcast;
  };

  api.on(routes.previewBroadcast, ({ db, session, body, reply }) =>
    previewBroadcast(db, deps, session, body, untilGone(reply)),
  );

  api.once(routes.createBroadcast, ({ session, body, request, once }) =>
    once(async (tx) => {
      const id = await startBroadcast(tx, deps, { session, actor: actorOf(session, request) }, body);
      return presentOne(tx, session, id);
    }),
  );

  api.once(routes.testBroadcast, async ({ db, session, body, once }) => {
    const text = await prepareTest(db, deps, session, body);
    await once((tx) => sendTest(tx, deps, session, text));
  });

  api.on(routes.listBroadcasts, async ({ db, session, query: { cursor, limit } }) => {
    const rows = await listBroadcastsOf(db, session.accountId, {
      authorId: session.userType === 'admin' ? null : session.userId,
      after: decodeCursor(cursor),
      limit,
    });
    const { items, nextCursor } = pageOf(
      rows,
      limit,
      ({ createdAt: at, id }) => encodeCursor({ at, id }),
      (row) => row,
    );
    return { items: await presentBroadcasts(db, deps, session, items), nextCursor };
  });

  api.on(routes.getBroadcast, ({ db, session, params: { id } }) => presentOne(db, session, id));

  api.on(routes.listBroadcastRecipients, async ({ db, session, params: { id }, query }) => {
    await find(db, session, id);
    const { cursor, limit, ...which } = query;
    const after = cursor === undefined ? null : phoneOf(cursor);
    const rows = await listRecipients(db, session.accountId, id, {
      outcome: which.outcome,
      only: which.only,
      after,
      limit,
    });
    return pageOf(rows, limit, ({ phoneNumber }) => encodePhone(phoneNumber), presentRecipient);
  });

  const act =
    (verb: Parameters<typeof actOn>[3]['act']) =>
    async ({ db, session, params: { id }, request }: ActCall) => {
      await actOn(db, deps, { session, actor: actorOf(session, request) }, { id, act: verb });
      return presentOne(db, session, id);
    };
  api.on(routes.pauseBroadcast, act('pause'));
  api.on(routes.resumeBroadcast, act('resume'));
  api.on(routes.cancelBroadcast, act('cancel'));
  api.on(routes.approveBroadcast, act('approve'));
  api.on(routes.declineBroadcast, act('decline'));
}

interface ActCall {
  db: Db;
  session: Session;
  params: { id: string };
  request: Parameters<typeof actorOf>[1];
}

const encodePhone = (phoneNumber: string) => Buffer.from(phoneNumber).toString('base64url');
const PHONE = /^\+\d{1,15}$/;

function phoneOf(cursor: string): string {
  const phoneNumber = Buffer.from(cursor, 'base64url').toString();
  if (!PHONE.test(phoneNumber)) throw new Failure('malformed');
  return phoneNumber;
}
