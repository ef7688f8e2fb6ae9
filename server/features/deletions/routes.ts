import { routes } from '../../../contract/routes.ts';
import type { Deps } from '../../deps.ts';
import type { Api } from '../../http/mount.ts';
import { actorOf } from '../audit/record-audit.ts';
import { countUnsentOf } from '../outbound/unsent.ts';
import { askDeletion } from './ask-deletion.ts';
import { othersOf } from './rules.ts';
import { listPeople } from './store.ts';
import { takeBackDeletion } from './take-back-deletion.ts';

export function deletionRoutes(api: Api, deps: Deps): void {
  api.on(routes.deleteUser, async ({ session, body, request }) => {
    const deletesAt = await askDeletion(deps, actorOf(session, request), { ...body, sessionId: session.id });
    return { deletesAt: deletesAt.toISOString() };
  });
  api.on(routes.getDeletionPreview, async ({ db, session }) => {
    const { accountId, userId } = session;
    const isLast = othersOf(await listPeople(db, accountId), userId).length === 0;
    return {
      scheduledTexts: await countUnsentOf(db, accountId, isLast ? 'everybody' : { senderId: userId }),
    };
  });
  api.on(routes.takeBackDeletion, ({ body, request }) => takeBackDeletion(deps, body.token, request));
}
