import * as routes from '../../../contract/routes.ts';
import type { Deps } from '../../deps.ts';
import type { Api } from '../../http/mount.ts';
import { actorOf } from '../audit/record-audit.ts';
import { moveStage } from './move-stage.ts';
import { addCandidateFromAts, searchSystems } from './search-ats.ts';

/** What users do with candidates in the systems. */
export function atsCandidateRoutes(api: Api, deps: Deps): void {
  api.on(routes.moveStage, ({ session, params, body, request }) =>
    moveStage(deps, session, actorOf(session, request), { candidateId: params.id, ...body }),
  );

  api.on(routes.searchAts, ({ db, session, query }) => searchSystems(db, deps, session, query.search));

  api.on(routes.addFromAts, ({ session, body }) => addCandidateFromAts(deps, session, body));
}
