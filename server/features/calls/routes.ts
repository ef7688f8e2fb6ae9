import * as routes from '../../../contract/routes.ts';
import type { Deps } from '../../deps.ts';
import type { Api } from '../../http/mount.ts';
import { actorOf } from '../audit/record-audit.ts';
import { presentUser } from '../users/present.ts';
import { forwardCalls } from './forward-calls.ts';

export function callRoutes(api: Api, deps: Deps): void {
  api.on(routes.updateCallForwardSettings, async ({ db, session, body, request }) => {
    await forwardCalls(db, deps, session, actorOf(session, request), body);
    return presentUser(db, deps, session);
  });
}
