import type { FastifyInstance } from 'fastify';
import type { AtsIntegration, AtsType } from '../../../contract/ats.ts';
import * as routes from '../../../contract/routes.ts';
import type { Db } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { markBrowser } from '../../http/browser-mark.ts';
import type { Api } from '../../http/mount.ts';
import { decodeCursor, encodeCursor, pageOf } from '../../http/page.ts';
import { actorOf } from '../audit/record-audit.ts';
import { presentStage } from '../hiring/jobs/present.ts';
import { listStages as listOwnStages } from '../hiring/jobs/store.ts';
import { atsCandidateRoutes } from './candidate-routes.ts';
import { disconnect, saveConnection, testConnection } from './connect.ts';
import { listStages } from './jobs-store.ts';
import { startOauth } from './oauth.ts';
import { oauthRoutes } from './oauth-routes.ts';
import { decide, presentPair, unlink } from './pairs.ts';
import { listPairs } from './pairs-store.ts';
import { presentIntegrations, presentTypes } from './present.ts';
import { syncNow } from './sync-now.ts';
import { atsWebhooks } from './webhooks.ts';

const ok = { status: 'ok' as const };

export function atsRoutes(app: FastifyInstance, api: Api, deps: Deps): void {
  const presentOne = async (db: Db, accountId: string, type: AtsType): Promise<AtsIntegration> => {
    const all = await presentIntegrations(db, deps, accountId);
    const found = all.find((integration) => integration.type === type);
    if (found === undefined) throw new Failure('not_found');
    return found;
  };

  api.on(routes.listAtsTypes, async () => presentTypes(deps));
  api.on(routes.listAtsIntegrations, ({ db, session }) => presentIntegrations(db, deps, session.accountId));
  api.on(routes.saveAtsIntegration, async ({ db, session, body, request }) => {
    const { webhookSecret } = await saveConnection(deps, actorOf(session, request), body);
    const saved = await presentOne(db, session.accountId, body.type);
    return { ...saved, webhook: { ...saved.webhook, secret: webhookSecret } };
  });
  api.on(routes.testAtsConnection, async ({ session, body }) => {
    await testConnection(deps, session.accountId, body);
    return ok;
  });
  api.on(routes.removeAtsIntegration, async ({ session, query, request }) => {
    await disconnect(deps, actorOf(session, request), query.atsType);
    return ok;
  });
  api.on(routes.syncAts, async ({ db, session, body }) => {
    await syncNow(deps, { accountId: session.accountId, atsType: body.type });
    return presentOne(db, session.accountId, body.type);
  });
  api.on(routes.startAtsOauth, ({ session, params, reply }) =>
    startOauth(deps, session, params.type, markBrowser(reply, deps.publicUrl)),
  );

  api.on(routes.listDoubtfulPairs, async ({ db, session, query }) => {
    const rows = await listPairs(db, session.accountId, {
      decision: query.decision,
      after: decodeCursor(query.cursor),
      limit: query.limit,
    });
    return pageOf(rows, query.limit, (row) => encodeCursor({ at: row.createdAt, id: row.id }), presentPair);
  });
  api.on(routes.decidePair, async ({ session, params, body, request }) => {
    await decide(deps, actorOf(session, request), { ...params, ...body });
    return ok;
  });
  api.on(routes.unlinkCandidate, async ({ session, params, body, request }) => {
    await unlink(deps, session, actorOf(session, request), { ...body, candidateId: params.id });
    return ok;
  });
  api.on(routes.listJobStages, async ({ db, session }) => {
    const [own, theirs] = await Promise.all([
      listOwnStages(db, session.accountId),
      listStages(db, session.accountId),
    ]);
    return [...own.map(presentStage), ...theirs];
  });

  atsCandidateRoutes(api, deps);
  oauthRoutes(app, deps);
  atsWebhooks(app, deps);
}
