import { routes } from '../../../contract/routes.ts';
import type { Deps } from '../../deps.ts';
import type { Api } from '../../http/mount.ts';
import { sendSupportMessage } from './send-support-message.ts';

export function supportRoutes(api: Api, deps: Deps): void {
  api.on(routes.getHelpChat, async () => deps.helpChat);

  api.on(routes.sendSupportMessage, async ({ db, session, body }) => {
    await sendSupportMessage(db, deps, session, body);
    return { status: 'ok' as const };
  });
}
