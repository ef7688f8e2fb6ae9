import * as routes from '../../../contract/routes.ts';
import type { WebhookDelivery } from '../../../contract/webhooks.ts';
import { type Db, inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { requireScope } from '../../http/access.ts';
import type { Api } from '../../http/mount.ts';
import { decodeCursor, encodeCursor, pageOf } from '../../http/page.ts';
import { actorOf } from '../audit/record-audit.ts';
import {
  addEndpoint,
  presentEndpoint,
  removeEndpoint,
  replay,
  requireReachable,
  resendOne,
  rotateEndpoint,
  testEndpoint,
  updateEndpoint,
} from './save-endpoint.ts';
import { type DeliveryRow, findEndpoint, listDeliveries, listEndpoints } from './store.ts';

const OK = { status: 'ok' } as const;

export function webhookRoutes(api: Api, deps: Deps): void {
  api.on(routes.listWebhookEndpoints, async ({ db, session, query: { cursor, limit } }) => {
    const rows = await listEndpoints(db, session.accountId, { after: decodeCursor(cursor), limit });
    return pageOf(rows, limit, ({ createdAt, id }) => encodeCursor({ at: createdAt, id }), presentEndpoint);
  });

  api.on(routes.createWebhookEndpoint, async ({ db, session, body, request }) => {
    if (body.includeBodies) requireScope(session, 'texts:read');
    await requireReachable(deps, body.url);
    return inTransaction(db, (tx) => addEndpoint(tx, deps, actorOf(session, request), body));
  });

  api.on(routes.updateWebhookEndpoint, async ({ db, session, params, body, request }) => {
    // Another address gets the words of texts too.
    const { includeBodies } = (await findEndpoint(db, session.accountId, params.id)) ?? {};
    if (body.includeBodies ?? includeBodies) requireScope(session, 'texts:read');
    if (body.url !== undefined) await requireReachable(deps, body.url);
    return inTransaction(db, (tx) => updateEndpoint(tx, deps, actorOf(session, request), params.id, body));
  });

  api.on(routes.deleteWebhookEndpoint, async ({ db, session, params, request }) => {
    await inTransaction(db, (tx) => removeEndpoint(tx, deps, actorOf(session, request), params.id));
    return OK;
  });

  api.on(routes.rotateWebhookSecret, ({ db, session, params, request }) =>
    inTransaction(db, (tx) => rotateEndpoint(tx, deps, actorOf(session, request), params.id)),
  );

  api.on(routes.testWebhookEndpoint, async ({ db, session, params }) => {
    await inTransaction(db, (tx) => testEndpoint(tx, session.accountId, params.id));
    return OK;
  });

  api.on(routes.resendWebhookEvents, async ({ db, session, params, body }) => {
    await inTransaction(db, (tx) => replay(tx, deps, session.accountId, params.id, body));
    return OK;
  });

  api.on(routes.listWebhookDeliveries, async ({ db, session, params, query }) => {
    const { accountId } = session;
    await requireOwn(db, accountId, params.id);
    const { cursor, limit, status } = query;
    const before = decodeCursor(cursor)?.id ?? null;
    const rows = await listDeliveries(db, { accountId, endpointId: params.id }, { before, limit, status });
    return pageOf(
      rows,
      limit,
      (row) => encodeCursor({ at: row.createdAt, id: row.eventId }),
      presentDelivery,
    );
  });

  api.on(routes.resendWebhookDelivery, async ({ db, session, params }) => {
    await inTransaction(db, (tx) => resendOne(tx, deps, session.accountId, params.id));
    return OK;
  });
}

async function requireOwn(db: Db, accountId: string, id: string): Promise<void> {
  if ((await findEndpoint(db, accountId, id)) === undefined) throw new Failure('not_found');
}

function presentDelivery({
  id,
  eventId,
  type,
  status,
  attempts,
  nextAttemptAt,
  createdAt,
}: DeliveryRow): WebhookDelivery {
  const next = status === 'waiting' ? (nextAttemptAt ?? createdAt).toISOString() : null;
  return { id, eventId, type, status, attempts, nextAttemptAt: next };
}
