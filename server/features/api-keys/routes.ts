import type { FastifyInstance } from 'fastify';
import * as routes from '../../../contract/routes.ts';
import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import type { Api } from '../../http/mount.ts';
import { decodeCursor, encodeCursor, pageOf } from '../../http/page.ts';
import { actorOf } from '../audit/record-audit.ts';
import { refuseKeyInUrl } from './refuse-key-in-url.ts';
import { addKey, presentKey, removeKey, rotateKey } from './save-key.ts';
import { listKeys } from './store.ts';

export function apiKeyRoutes(app: FastifyInstance, api: Api, deps: Deps): void {
  refuseKeyInUrl(app, deps);

  api.on(routes.listApiKeys, async ({ db, session, query: { cursor, limit } }) => {
    const rows = await listKeys(db, session.accountId, { after: decodeCursor(cursor), limit });
    return pageOf(rows, limit, ({ createdAt, id }) => encodeCursor({ at: createdAt, id }), presentKey);
  });

  api.on(routes.createApiKey, ({ db, session, body, request }) =>
    inTransaction(db, (tx) => addKey(tx, deps, actorOf(session, request), body)),
  );

  api.on(routes.rotateApiKey, ({ db, session, params, request }) =>
    inTransaction(db, (tx) => rotateKey(tx, deps, actorOf(session, request), params.id)),
  );

  api.on(routes.deleteApiKey, async ({ db, session, params, request }) => {
    await inTransaction(db, (tx) => removeKey(tx, deps, actorOf(session, request), params.id));
    return { status: 'ok' } as const;
  });
}
