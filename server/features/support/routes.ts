import * as routes from '../../../contract/routes.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Api } from '../../http/mount.ts';
import { messagesByUser, sendSupportMessage } from './send-support-message.ts';

export function supportRoutes(api: Api, deps: Deps): void {
  api.on(routes.getHelpChat, async () => deps.helpChat);

  api.once(routes.sendSupportMessage, async ({ session, body, once }) => {
    if (deps.helpChat.type !== 'form') throw new Failure('not_found');
    const { supportEmail } = deps.helpChat;
    await deps.rateLimits.consume(messagesByUser, session.userId);
    await once(async (tx) => {
      await sendSupportMessage(tx, deps, session, body, supportEmail);
      return { status: 'ok' as const };
    });
  });
}
