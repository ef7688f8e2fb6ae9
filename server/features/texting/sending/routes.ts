import type { ScheduledMessage } from '../../../../contract/messages.ts';
import * as routes from '../../../../contract/routes.ts';
import { type Db, inTransaction } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { Failure, invalidField } from '../../../failure.ts';
import { hasScope } from '../../../http/access.ts';
import type { Api } from '../../../http/mount.ts';
import { decodeCursor, encodeCursor, pageOf } from '../../../http/page.ts';
import type { Session } from '../../../http/session.ts';
import { parsePhone } from '../../../phone.ts';
import { currentSpan } from '../../../tracing/spans.ts';
import { actorOf } from '../../audit/record-audit.ts';
import { slowestZoneOf } from '../../consent/quiet-hours.ts';
import { requireVisible } from '../../hiring/records/hidden.ts';
import { releaseUploads } from '../../media/store.ts';
import { heldSettled } from '../../notifications/record-notification.ts';
import { findSeatOfNumber } from '../../numbers/store.ts';
import { lockConversations } from '../conversations/lock.ts';
import {
  cancelMessage,
  findMessagesByIds,
  listScheduled,
  type MessageRow,
} from '../conversations/message-store.ts';
import { presentCandidateOf, presentMessages } from '../conversations/present.ts';
import { findSeen, requireConversation } from '../conversations/seen.ts';
import { createAcceptText } from './accept-texts.ts';
import { askConsent } from './ask-consent.ts';
import { changeScheduled } from './change-scheduled.ts';
import { listChanged } from './list-changed.ts';
import { confirmedOf } from './number-change.ts';
import { findSendability } from './sendability.ts';
import { afterCanceled } from './unsent.ts';

export function outboundRoutes(api: Api, deps: Deps): void {
  const acceptText = createAcceptText(deps);

  api.on(
    routes.sendMessage,
    async ({ db, session, body, keyed, request }) => {
      if (body.candidateId !== undefined) await requireVisible(db, session, body.candidateId);
      const accepted = await acceptText({
        session,
        to: body.to === undefined ? null : phoneOf(body.to),
        fromSeatId: await seatFrom(db, session, body.from),
        candidateId: body.candidateId ?? null,
        conversationId: body.conversationId ?? null,
        body: body.body,
        mediaIds: body.mediaIds ?? [],
        scheduledAt: body.scheduledAt,
        cancelIfAnswered: body.cancelIfAnswered ?? true,
        undoSeconds: body.undoSeconds,
        templateId: body.templateId ?? null,
        draftId: body.draftId ?? null,
        confirmedNumber: confirmedOf(body),
        overriding: body.evenIfTooMany ? actorOf(session, request) : null,
        lastSeenMessageId: body.evenIfCrossed ? undefined : body.lastSeenMessageId,
        keyed,
        isTyped: true,
      });
      currentSpan()?.linkTo(accepted.id);
      return accepted;
    },
    { keepsKey: true },
  );

  api.on(routes.listChangedMessages, ({ db, session, query }) => listChanged(db, deps, session, query));

  api.on(routes.cancelMessage, async ({ db, session, params }) => {
    const { accountId } = session;
    const [message] = await findMessagesByIds(db, accountId, [params.id]);
    if (message === undefined) throw new Failure('not_found');
    await requireConversation(db, session, message.conversationId, deps.clock());
    await inTransaction(db, async (tx) => {
      await lockConversations(tx, accountId, [message.conversationId]);
      if (!(await cancelMessage(tx, accountId, params.id))) throw new Failure('message_not_cancelable');
      await releaseUploads(tx, accountId, message.id);
      await afterCanceled(tx, deps, accountId, [message]);
      if (message.heldReason !== null) await heldSettled(tx, deps, accountId, [message.conversationId]);
    });
    return presentMessage(db, deps, session, params.id);
  });

  api.on(routes.updateMessage, async ({ db, session, params, body, request }) => {
    await changeScheduled(db, deps, session, actorOf(session, request), params.id, body);
    return presentMessage(db, deps, session, params.id);
  });

  api.on(routes.sendMessageNow, async ({ db, session, params, body, request }) => {
    const by = actorOf(session, request);
    await changeScheduled(db, deps, session, by, params.id, { ...body, scheduledAt: 'now' });
    return presentMessage(db, deps, session, params.id);
  });

  api.on(routes.listScheduledMessages, async ({ db, session, query }) => {
    const rows = await listScheduled(db, session, { after: decodeCursor(query.cursor), limit: query.limit });
    const page = pageOf(
      rows,
      query.limit,
      (row) => encodeCursor({ at: row.listedAt, id: row.id }),
      (row) => row,
    );
    return { items: await presentScheduled(db, deps, session, page.items), nextCursor: page.nextCursor };
  });

  api.once(routes.askConsent, ({ session, params, once }) =>
    once((tx) => askConsent(tx, deps, session, { conversationId: params.id })),
  );

  api.once(routes.askConsentOf, async ({ db, session, body: { candidateId, to }, once }) => {
    if (candidateId !== undefined) await requireVisible(db, session, candidateId);
    const phone = to === undefined ? undefined : phoneOf(to);
    return once((tx) => askConsent(tx, deps, session, { candidateId, to: phone }));
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

/** A first text from a colleague's number begins a conversation of theirs, which only admins see then. */
async function seatFrom(db: Db, session: Session, typed: string | undefined): Promise<string | undefined> {
  if (typed === undefined) return undefined;
  const seatId = await findSeatOfNumber(db, session.accountId, phoneOf(typed, 'from'));
  if (seatId === undefined) throw invalidField('from', 'Choose a number of your company');
  if (seatId !== session.seatId && session.userType !== 'admin') throw new Failure('forbidden');
  return seatId;
}

function phoneOf(typed: string, field = 'to'): string {
  const phone = parsePhone(typed);
  if (phone === null) throw invalidField(field, 'Must be a valid phone number');
  return phone;
}

/** Without those of conversations that the person may no longer see. */
async function presentScheduled(
  db: Db,
  deps: Deps,
  session: Session,
  rows: MessageRow[],
): Promise<ScheduledMessage[]> {
  const { accountId } = session;
  const seen = await findSeen(
    db,
    session,
    rows.map(({ conversationId }) => conversationId),
    deps.clock(),
  );
  return (await presentMessages(db, deps, accountId, rows)).flatMap((message) => {
    const row = seen.get(message.conversationId);
    if (row === undefined) return [];
    const timezone = slowestZoneOf(new Date(message.scheduledAt ?? message.createdAt), row);
    return [{ ...message, candidate: { ...presentCandidateOf(row), timezone } }];
  });
}

/** What a colleague wrote is for keys that may read texts. */
async function presentMessage(db: Db, deps: Deps, session: Session, id: string) {
  const { accountId } = session;
  const [message] = await presentMessages(db, deps, accountId, await findMessagesByIds(db, accountId, [id]));
  if (message === undefined) throw new Failure('not_found');
  return hasScope(session, 'texts:read') ? message : { ...message, body: '', media: [] };
}
