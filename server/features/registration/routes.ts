import * as routes from '../../../contract/routes.ts';
import type { Deps } from '../../deps.ts';
import type { Api } from '../../http/mount.ts';
import { actorOf } from '../audit/record-audit.ts';
import { checkDraft, saveDraft } from './draft.ts';
import { presentRegistration } from './present.ts';
import { checksByAccount } from './rules.ts';
import { submitRegistration } from './submit.ts';

export function registrationRoutes(api: Api, deps: Deps): void {
  api.on(routes.getRegistration, ({ db, session }) => presentRegistration(db, deps, session.accountId));

  api.on(routes.updateRegistration, async ({ db, session, body }) => {
    await saveDraft(db, deps, session, body);
    return presentRegistration(db, deps, session.accountId);
  });

  api.on(routes.checkRegistration, async ({ session }) => {
    await deps.rateLimits.consume(checksByAccount, session.accountId);
    const { findings } = await checkDraft(deps, session.accountId);
    return { findings };
  });

  api.on(routes.submitRegistration, async ({ db, session, request }) => {
    await deps.rateLimits.consume(checksByAccount, session.accountId);
    await submitRegistration(deps, actorOf(session, request));
    return presentRegistration(db, deps, session.accountId);
  });
}
