import type { Conversation } from '../../../contract/conversations.ts';
import { routes } from '../../../contract/routes.ts';
import { type Db, inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure, invalidField } from '../../failure.ts';
import { type Api, idempotencyKey } from '../../http/mount.ts';
import { decodePlace, encodePlace, pageOf } from '../../http/page.ts';
import type { Session } from '../../http/session.ts';
import { publish } from '../../live/publish.ts';
import { parsePhone } from '../../phone.ts';
import { searchCandidates } from '../candidates/search-candidates.ts';
import { nextSendAt } from '../consent/quiet-hours.ts';
import { type Covered, listCovered } from '../out-of-office/store.ts';
import { waitsForRegistration } from '../registration/rules.ts';
import { createAcceptText } from './accept-texts.ts';
import { cancelMessage, findMessagesByIds, listMessages } from './message-store.ts';
import { presentConversation, presentMessages } from './present.ts';
import { reviewHold } from './review-hold.ts';
import { inboxOf, maySee, sendabilityReasons } from './rules.ts';
import {
  type ConversationRow,
  countInbox,
  findConversation,
  listInbox,
  listInboxOfCandidates,
  markRead,
  setArchived,
  waitAgain,
} from './store.ts';

export function conversationRoutes(api: Api, deps: Deps): void {
  const acceptText = createAcceptText(deps);
  const requireConversation = (db: Db, session: Session, id: string) =>
    findSeen(db, session, id, deps.clock());

  api.on(
    routes.sendMessage,
    async ({ session, body, request }) => {
      const to = body.to === undefined ? null : parsePhone(body.to);
      if (body.to !== undefined && to === null) throw invalidField('to', 'Must be a valid phone number');
      const key = idempotencyKey(request);
      return acceptText({
        session,
        to,
        candidateId: body.candidateId ?? null,
        conversationId: body.conversationId ?? null,
        body: body.body,
        mediaIds: body.mediaIds ?? [],
        scheduledAt: body.scheduledAt,
        undoSeconds: body.undoSeconds,
        idempotency:
          key === null
            ? null
            : {
                accountId: session.accountId,
                userId: session.userId,
                key,
                request: [routes.sendMessage.path, body],
              },
      });
    },
    { keepsKey: true },
  );

  api.on(routes.cancelMessage, async ({ db, session, params }) => {
    const { accountId } = session;
    const [message] = await findMessagesByIds(db, accountId, [params.id]);
    if (message === undefined) throw new Failure('not_found');
    await requireConversation(db, session, message.conversationId);
    await inTransaction(db, async (tx) => {
      if (!(await cancelMessage(tx, accountId, params.id))) throw new Failure('message_not_cancelable');
      await waitAgain(tx, accountId, [message.conversationId]);
      await publish(tx, [
        { accountId, kind: 'message.updated', subjectId: message.conversationId, messageId: message.id },
      ]);
    });
    deps.signals.raise('live_events');
    return presentMessage(db, deps, accountId, params.id);
  });

  api.on(routes.listConversations, async ({ db, session, query }) => {
    const assigneeId = inboxOf(session, query.assignee);
    const isOwn = assigneeId === session.userId;
    const covered = isOwn ? await coveredBy(db, session, deps.clock()) : [];
    const inbox = { assigneeId, covered, filter: query.filter };
    if (query.search) {
      const found = await searchCandidates(db, session.accountId, query.search, query);
      const rows = await listInboxOfCandidates(db, session.accountId, { ...inbox, candidateIds: found.ids });
      const place = new Map(found.ids.map((id, index) => [id, index]));
      rows.sort((a, b) => (place.get(a.candidateId) ?? 0) - (place.get(b.candidateId) ?? 0));
      return { items: rows.map(presentConversation), nextCursor: found.nextCursor };
    }
    const rows = await listInbox(db, session.accountId, {
      ...inbox,
      after: decodePlace(query.cursor),
      limit: query.limit,
    });
    return pageOf(
      rows,
      query.limit,
      (row) => encodePlace({ at: row.lastMessageAt, id: row.id }),
      presentConversation,
    );
  });

  api.on(routes.getInboxCounts, async ({ db, session }) =>
    countInbox(db, session.accountId, {
      assigneeId: session.userId,
      covered: await coveredBy(db, session, deps.clock()),
    }),
  );

  api.on(routes.getConversation, async ({ db, session, params }) =>
    presentConversation(await requireConversation(db, session, params.id)),
  );

  api.on(routes.listMessages, async ({ db, session, params, query }) => {
    await requireConversation(db, session, params.id);
    const rows = await listMessages(db, session.accountId, params.id, {
      after: decodePlace(query.cursor),
      limit: query.limit,
    });
    const page = pageOf(
      rows,
      query.limit,
      (row) => encodePlace({ at: row.createdAt, id: row.id }),
      (row) => row,
    );
    return {
      items: await presentMessages(db, deps, session.accountId, page.items),
      nextCursor: page.nextCursor,
    };
  });

  api.on(routes.getSendability, async ({ db, session, params }) => {
    const row = await requireConversation(db, session, params.id);
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
      isOptedOut: row.optedOutAt !== null,
      isHeld: row.heldMessageId !== null,
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

  const change = (
    route: typeof routes.readConversation,
    write: (db: Db, accountId: string, id: string) => Promise<boolean>,
  ) =>
    api.on(route, async ({ db, session, params }): Promise<Conversation> => {
      const { accountId } = session;
      await requireConversation(db, session, params.id);
      const changed = await inTransaction(db, async (tx) => {
        if (!(await write(tx, accountId, params.id))) return false;
        await publish(tx, [{ accountId, kind: 'conversation.updated', subjectId: params.id }]);
        return true;
      });
      if (changed) deps.signals.raise('live_events');
      return presentConversation(await requireConversation(db, session, params.id));
    });
  change(routes.readConversation, markRead);
  change(routes.archiveConversation, (db, accountId, id) => setArchived(db, accountId, id, deps.clock()));
  change(routes.unarchiveConversation, (db, accountId, id) => setArchived(db, accountId, id, null));

  api.on(routes.reviewHold, async ({ db, session, params, body }) => {
    await requireConversation(db, session, params.id);
    await reviewHold(db, deps, session, params.id, body);
    return presentConversation(await requireConversation(db, session, params.id));
  });
}

/** For whom the person stands in; nearly always nobody, which the session knows. */
async function coveredBy(db: Db, session: Session, now: Date): Promise<Covered[]> {
  return session.isDelegate ? listCovered(db, session, now) : [];
}

/** Another account's conversation, or one the person may not see, is not there. */
async function findSeen(db: Db, session: Session, id: string, now: Date): Promise<ConversationRow> {
  const row = await findConversation(db, session.accountId, id);
  if (row === undefined || !maySee(session, row, now)) throw new Failure('not_found');
  return row;
}

async function presentMessage(db: Db, deps: Deps, accountId: string, id: string) {
  const [message] = await presentMessages(db, deps, accountId, await findMessagesByIds(db, accountId, [id]));
  if (message === undefined) throw new Failure('not_found');
  return message;
}
