import type { FastifyInstance } from 'fastify';
import { routes } from '../../../contract/routes.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Api } from '../../http/mount.ts';

export function atsRoutes(_app: FastifyInstance, api: Api, _deps: Deps): void {
  for (const route of [
    routes.listAtsTypes,
    routes.listAtsIntegrations,
    routes.saveAtsIntegration,
    routes.testAtsConnection,
    routes.removeAtsIntegration,
    routes.syncAts,
    routes.startAtsOauth,
    routes.listDoubtfulPairs,
    routes.decidePair,
    routes.listJobStages,
    routes.moveStage,
    routes.unlinkCandidate,
    routes.searchAts,
    routes.addFromAts,
  ])
    api.raw(route, () => Promise.reject(new Failure('not_found')));
}
