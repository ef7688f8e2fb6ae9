import * as routes from '../../../../contract/routes.ts';
import type { Deps } from '../../../deps.ts';
import type { Api } from '../../../http/mount.ts';
import { changeConversations, undoBulk } from './bulk.ts';
import { changeTags } from './change-tags.ts';
import { showConversation } from './present.ts';
import { coveredBy, requireConversation } from './seen.ts';
import { listTags } from './tag-store.ts';

export function bulkRoutes(api: Api, deps: Deps): void {
  api.on(routes.listConversationTags, async ({ db, session }) => {
    if (session.userType === 'admin')
      return listTags(db, session.accountId, { assigneeId: null, covered: [] });
    const covered = await coveredBy(db, session, deps.clock());
    return listTags(db, session.accountId, { assigneeId: session.userId, covered });
  });

  api.on(routes.updateConversationTags, async ({ db, session, params, body }) => {
    await requireConversation(db, session, params.id, deps.clock());
    await changeTags(db, session.accountId, params.id, body);
    return showConversation(db, deps, session, params.id);
  });

  api.on(routes.changeConversations, ({ db, session, body }) => changeConversations(db, deps, session, body));
  api.on(routes.undoBulk, ({ db, session, params }) => undoBulk(db, deps, session, params.undoId));
}
