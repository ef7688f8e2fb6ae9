import { routes } from '../../../contract/routes.ts';
import { type Db, inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure, invalidField } from '../../failure.ts';
import type { Api } from '../../http/mount.ts';
import { publish } from '../../live/publish.ts';
import { parsePhone } from '../../phone.ts';
import { nextSendAt } from '../consent/quiet-hours.ts';
import { cancelMessage, findMessagesByIds } from '../conversations/message-store.ts';
import { presentMessages } from '../conversations/present.ts';
import { requireConversation } from '../conversations/seen.ts';
import { waitAgain } from '../conversations/store.ts';
import { waitsForRegistration } from '../registration/rules.ts';
import { createAcceptText } from './accept-texts.ts';
import { sendabilityReasons } from './rules.ts';
import { findAskedMeanwhile } from './unheard.ts';

export function outboundRoutes(api: Api, deps: Deps): void {
  const acceptText = createAcceptText(deps);

  api.on(
    routes.sendMessage,
    async ({ session, body, keyed }) => {
      const to = body.to === undefined ? null : parsePhone(body.to);
      if (body.to !== undefined && to === null) throw invalidField('to', 'Must be a valid phone number');
      return acceptText({
        session,
        to,
        candidateId: body.candidateId ?? null,
        conversationId: body.conversationId ?? null,
        body: body.body,
        mediaIds: body.mediaIds ?? [],
        scheduledAt: body.scheduledAt,
        undoSeconds: body.undoSeconds,
        keyed,
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
      if (!(await cancelMessage(tx, accountId, params.id))) throw new Failure('message_not_cancelable');
      await waitAgain(tx, accountId, [message.conversationId]);
      await publish(tx, [
        { accountId, kind: 'message.updated', subjectId: message.conversationId, messageId: message.id },
      ]);
    });
    return presentMessage(db, deps, accountId, params.id);
  });

  api.on(routes.getSendability, async ({ db, session, params }) => {
    const row = await requireConversation(db, session, params.id, deps.clock());
    const meanwhile = await findAskedMeanwhile(db, session.accountId, row.phoneNumber);
    const now = deps.clock();
    const quietUntil = deps.quietHoursEnforced ? nextSendAt(now, row) : null;
    const reasons = sendabilityReasons({
      planType: session.planType,
      linkStatus: row.linkStatus,
      isUnregistered: waitsForRegistration(
        deps,
        { phoneNumber: row.from, registeredAt: row.registeredAt },
        row.phoneNumber,
      ),
      isOptedOut: row.optedOutAt !== null || meanwhile.optedOut,
      isHeld: row.heldMessageId !== null || meanwhile.held,
      lastInboundAt: row.lastInboundAt,
      quietUntil,
      now,
    });
    return {
      canTextNow: reasons.length === 0,
      reasons,
      nextSendAt: reasons.includes('quiet_hours') ? (quietUntil?.toISOString() ?? null) : null,
    };
  });
}

async function presentMessage(db: Db, deps: Deps, accountId: string, id: string) {
  const [message] = await presentMessages(db, deps, accountId, await findMessagesByIds(db, accountId, [id]));
  if (message === undefined) throw new Failure('not_found');
  return message;
}
