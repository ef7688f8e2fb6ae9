import * as routes from '../../../../contract/routes.ts';
import { type Db, inTransaction } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { Failure, invalidField } from '../../../failure.ts';
import type { Api } from '../../../http/mount.ts';
import { publish } from '../../../live/publish.ts';
import { parsePhone } from '../../../phone.ts';
import { actorOf } from '../../audit/record-audit.ts';
import { giveBackTexts } from '../../billing/ledger/ledger.ts';
import { requireVisible } from '../../hiring/records/hidden.ts';
import { releaseUploads } from '../../media/store.ts';
import { lockConversations } from '../conversations/lock.ts';
import { cancelMessage, findMessagesByIds } from '../conversations/message-store.ts';
import { presentMessages } from '../conversations/present.ts';
import { requireConversation } from '../conversations/seen.ts';
import { withoutCanceled } from '../conversations/store.ts';
import { createAcceptText } from './accept-texts.ts';
import { confirmedOf } from './number-change.ts';
import { findSendability } from './sendability.ts';

export function outboundRoutes(api: Api, deps: Deps): void {
  const acceptText = createAcceptText(deps);

  api.on(
    routes.sendMessage,
    async ({ db, session, body, keyed, request }) => {
      if (body.candidateId !== undefined) await requireVisible(db, session, body.candidateId);
      return acceptText({
        session,
        to: body.to === undefined ? null : phoneOf(body.to),
        candidateId: body.candidateId ?? null,
        conversationId: body.conversationId ?? null,
        body: body.body,
        mediaIds: body.mediaIds ?? [],
        scheduledAt: body.scheduledAt,
        undoSeconds: body.undoSeconds,
        templateId: body.templateId ?? null,
        draftId: body.draftId ?? null,
        confirmedNumber: confirmedOf(body),
        overriding: body.evenIfTooMany ? actorOf(session, request) : null,
        keyed,
        isTyped: true,
      });
    },
    { keepsKey: true },
  );

  api.on(routes.cancelMessage, async ({ db, session, params }) => {
    const { accountId } = session;
    const [message] = await findMessagesByIds(db, accountId, [params.id]);
    if (message === undefined) throw new Failure('not_found');
    await requireConversation(db, session, message.conversationId, deps.clock());
    await inTransaction(db, async (tx) => {
      await lockConversations(tx, accountId, [message.conversationId]);
      if (!(await cancelMessage(tx, accountId, params.id))) throw new Failure('message_not_cancelable');
      await giveBackTexts(tx, deps, accountId, [message.id]);
      await withoutCanceled(tx, accountId, [message.conversationId]);
      await releaseUploads(tx, accountId, message.id);
      await publish(tx, [
        { accountId, kind: 'message.updated', subjectId: message.conversationId, messageId: message.id },
      ]);
    });
    return presentMessage(db, deps, accountId, params.id);
  });

  api.on(routes.getSendability, ({ db, session, params }) =>
    findSendability(db, deps, session, { conversationId: params.id }),
  );

  api.on(routes.getSendabilityTo, async ({ db, session, query }) => {
    if (query.candidateId !== undefined) await requireVisible(db, session, query.candidateId);
    return findSendability(db, deps, session, {
      candidateId: query.candidateId,
      to: query.to === undefined ? undefined : phoneOf(query.to),
    });
  });
}

function phoneOf(typed: string): string {
  const phone = parsePhone(typed);
  if (phone === null) throw invalidField('to', 'Must be a valid phone number');
  return phone;
}

async function presentMessage(db: Db, deps: Deps, accountId: string, id: string) {
  const [message] = await presentMessages(db, deps, accountId, await findMessagesByIds(db, accountId, [id]));
  if (message === undefined) throw new Failure('not_found');
  return message;
}
