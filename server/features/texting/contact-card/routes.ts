import * as routes from '../../../../contract/routes.ts';
import type { Deps } from '../../../deps.ts';
import type { Api } from '../../../http/mount.ts';
import { createAcceptText } from '../sending/accept-texts.ts';
import { sendCard } from './send-card.ts';

export function contactCardRoutes(api: Api, deps: Deps): void {
  const acceptText = createAcceptText(deps);

  api.on(
    routes.sendContactCard,
    ({ db, session, params, keyed }) =>
      sendCard(db, { ...deps, acceptText }, { session, conversationId: params.id, keyed }),
    { keepsKey: true },
  );
}
