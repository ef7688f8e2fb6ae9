import type { z } from 'zod';
import type { PushSubscription } from '../../../contract/push.ts';
import * as routes from '../../../contract/routes.ts';
import { inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure, invalidField } from '../../failure.ts';
import { isSame } from '../../http/keys.ts';
import type { Api } from '../../http/mount.ts';
import { findSession } from '../../http/session.ts';
import { openSubscription, sealSubscription } from './sealed-subscription.ts';
import { findByEndpoint, putSubscription, removeSubscription, type SessionId } from './store.ts';

const OK = { status: 'ok' } as const;

export function pushRoutes(api: Api, deps: Deps): void {
  const subscribe = (
    tx: Tx,
    who: SessionId & { userId: string },
    subscription: z.output<typeof PushSubscription>,
  ) => putSubscription(tx, { ...who, ...sealSubscription(deps, subscription) }, deps.clock());

  /** An address that we would never send to is refused at once. */
  function requirePermitted({ endpoint }: z.output<typeof PushSubscription>): void {
    if (!deps.push.isPermitted(endpoint)) throw invalidField('endpoint', 'Use an https address');
  }

  api.on(routes.getPushKey, async () => ({ publicKey: deps.push.publicKey }));

  api.on(routes.subscribeToPush, async ({ db, session: { accountId, id: sessionId, userId }, body }) => {
    requirePermitted(body);
    await inTransaction(db, (tx) => subscribe(tx, { accountId, sessionId, userId }, body));
    return OK;
  });

  api.on(routes.endPush, async ({ db, session: { accountId, id: sessionId } }) => {
    await removeSubscription(db, { accountId, sessionId });
    return OK;
  });

  api.on(routes.renewPush, async ({ db, body: { former, subscription } }) => {
    requirePermitted(subscription);
    const row = await findByEndpoint(db, deps.signer.hashOf(former.endpoint));
    const known = row && openSubscription(deps, row.sealed);
    if (!row || !known || !isSame(known.auth, former.auth)) throw new Failure('not_found');
    const session = await findSession(deps.pool, row, deps.clock());
    if (session === undefined) throw new Failure('not_found');
    await inTransaction(db, (tx) => subscribe(tx, row, subscription));
    return OK;
  });
}
