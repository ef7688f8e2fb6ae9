import type { z } from 'zod';
import type { OutOfOfficeChange } from '../../../contract/out-of-office.ts';
import * as routes from '../../../contract/routes.ts';
import type { Db } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import type { Api } from '../../http/mount.ts';
import { type Actor, actorOf } from '../audit/record-audit.ts';
import { changeOutOfOffice } from './change-out-of-office.ts';
import { presentOutOfOffice } from './present.ts';
import type { Settings } from './rules.ts';

type Change = z.infer<typeof OutOfOfficeChange>;

export function outOfOfficeRoutes(api: Api, deps: Deps): void {
  const change = async (db: Db, actor: Actor, userId: string, body: Change) => {
    await changeOutOfOffice(db, deps, actor, userId, settingsOf(body));
    return presentOutOfOffice(db, { accountId: actor.accountId, userId }, deps.clock());
  };

  api.on(routes.getOutOfOffice, ({ db, session }) => presentOutOfOffice(db, session, deps.clock()));

  api.on(routes.updateOutOfOffice, ({ db, session, body, request }) =>
    change(db, actorOf(session, request), session.userId, body),
  );

  api.on(routes.getUserOfficeByUserId, ({ db, session, params }) =>
    presentOutOfOffice(db, { accountId: session.accountId, userId: params.id }, deps.clock()),
  );

  api.on(routes.updateOutOfOfficeByUserId, ({ db, session, params, body, request }) =>
    change(db, actorOf(session, request), params.id, body),
  );
}

function settingsOf(body: Change): Partial<Settings> {
  const { outOfOfficeMessageEnabled, outOfOfficeMessage, startsAt, endsAt, delegateUserId } = body;
  const dateOf = (iso: string | null) => (iso === null ? null : new Date(iso));
  return {
    ...(outOfOfficeMessageEnabled === undefined ? {} : { enabled: outOfOfficeMessageEnabled }),
    ...(outOfOfficeMessage === undefined ? {} : { message: outOfOfficeMessage }),
    ...(startsAt === undefined ? {} : { startsAt: dateOf(startsAt) }),
    ...(endsAt === undefined ? {} : { endsAt: dateOf(endsAt) }),
    ...(delegateUserId === undefined ? {} : { delegateUserId }),
  };
}
