import { routes } from '../../../contract/routes.ts';
import type { Deps } from '../../deps.ts';
import type { Api } from '../../http/mount.ts';
import { actorOf } from '../audit/record-audit.ts';
import { askDeletion } from './ask-deletion.ts';
import { takeBackDeletion } from './take-back-deletion.ts';

export function deletionRoutes(api: Api, deps: Deps): void {
  api.on(routes.deleteUser, async ({ session, body, request }) => {
    const deletesAt = await askDeletion(deps, actorOf(session, request), { ...body, sessionId: session.id });
    return { deletesAt: deletesAt.toISOString() };
  });
  api.on(routes.takeBackDeletion, ({ body, request }) => takeBackDeletion(deps, body.token, request));
}
