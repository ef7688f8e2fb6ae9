import * as routes from '../../../contract/routes.ts';
import type { Deps } from '../../deps.ts';
import type { Api } from '../../http/mount.ts';
import { actorOf } from '../audit/record-audit.ts';
import { findPlanEnd } from '../billing/follow-deletion.ts';
import { countUnsentOf } from '../texting/sending/unsent.ts';
import { askDeletion } from './ask-deletion.ts';
import { scopeOf } from './rules.ts';
import { countInvitations, listPeople } from './store.ts';
import { takeBackDeletion } from './take-back-deletion.ts';

export function deletionRoutes(api: Api, deps: Deps): void {
  api.on(routes.deleteUser, async ({ session, body, request }) => {
    const { scope: shown, ...proof } = body;
    const deletesAt = await askDeletion(deps, actorOf(session, request), {
      ...proof,
      shown,
      sessionId: session.id,
    });
    return { deletesAt: deletesAt.toISOString() };
  });
  api.on(routes.getDeletionPreview, async ({ db, session }) => {
    const { accountId, userId } = session;
    const scope = scopeOf(await listPeople(db, accountId), userId);
    const ofAccount = scope === 'account';
    return {
      scope,
      scheduledTexts: await countUnsentOf(db, accountId, ofAccount ? 'everybody' : { senderId: userId }),
      invitations: ofAccount ? await countInvitations(db, accountId) : 0,
      planEndsAt: (ofAccount && (await findPlanEnd(db, deps, accountId))?.toISOString()) || null,
    };
  });
  api.on(routes.takeBackDeletion, ({ body, request }) => takeBackDeletion(deps, body.token, request));
}
