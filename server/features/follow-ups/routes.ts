import type { FollowUp } from '../../../contract/follow-ups.ts';
import { personOrNull } from '../../../contract/person-name.ts';
import * as routes from '../../../contract/routes.ts';
import type { Db } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Api } from '../../http/mount.ts';
import { decodeCursor, encodeCursor, pageOf } from '../../http/page.ts';
import type { Session } from '../../http/session.ts';
import { formatPhone } from '../../phone.ts';
import { findAccount } from '../accounts/store.ts';
import { comingTime } from '../texting/conversations/coming-time.ts';
import { presentCandidateOf } from '../texting/conversations/present.ts';
import { findSeen, requireConversation } from '../texting/conversations/seen.ts';
import { findUser } from '../users/store.ts';
import { listOverdue, listZones } from './radar-store.ts';
import { changeFollowUp, type FollowUpRow, findFollowUp, listOpen, saveFollowUp } from './store.ts';
import { workingMinutes, workingMinutesBefore } from './working-time.ts';

export function followUpRoutes(api: Api, deps: Deps): void {
  api.on(routes.listFollowUps, async ({ db, session, query }) => {
    const { conversationId = null, assignee, cursor, limit } = query;
    if (conversationId !== null) await requireConversation(db, session, conversationId, deps.clock());
    else if (assignee === 'all' && session.userType !== 'admin') throw new Failure('forbidden');
    const userId = assignee === 'all' ? null : session.userId;
    const rows = await listOpen(db, session.accountId, {
      userId,
      conversationId,
      after: decodeCursor(cursor),
      limit,
    });
    const page = pageOf(
      rows,
      limit,
      (row) => encodeCursor({ at: row.dueAt, id: row.id }),
      (row) => row,
    );
    return { ...page, items: await present(db, deps, session, page.items) };
  });

  api.on(routes.createFollowUp, async ({ db, session, params, body }) => {
    const now = deps.clock();
    await requireConversation(db, session, params.id, now);
    const id = await saveFollowUp(db, session.accountId, {
      id: deps.newId(),
      conversationId: params.id,
      messageId: body.messageId,
      userId: session.userId,
      dueAt: comingTime('dueAt', body.dueAt, now),
      now,
    });
    if (id === undefined) throw new Failure('not_found');
    return show(db, deps, session, id);
  });

  api.on(routes.updateFollowUp, async ({ db, session, params, body }) => {
    const now = deps.clock();
    const { person } = await show(db, deps, session, params.id);
    if (person.id !== session.userId && session.userType !== 'admin') throw new Failure('not_found');
    await changeFollowUp(db, session.accountId, params.id, {
      dueAt: body.dueAt === undefined ? undefined : comingTime('dueAt', body.dueAt, now),
      doneAt: body.done === undefined ? undefined : body.done ? now : null,
    });
    return show(db, deps, session, params.id);
  });

  api.on(routes.getRadar, async ({ db, session, query }) => {
    const { accountId } = session;
    const now = deps.clock();
    const promised = 60 * (await findAccount(db, accountId)).replyPromiseHours;
    const { timezone } = await findUser(db, accountId, session.userId);
    const zones = await listZones(db, accountId);
    const before = new Map(zones.map((zone) => [zone, workingMinutesBefore(now, promised, zone)]));
    const rows = await listOverdue(db, accountId, {
      zone: timezone,
      before,
      after: decodeCursor(query.cursor),
      limit: query.limit,
    });
    return pageOf(
      rows,
      query.limit,
      (row) => encodeCursor({ at: row.waitingSince, id: row.id }),
      (row) => {
        const minutes = workingMinutes(row.waitingSince, now, row.timezone);
        return {
          conversationId: row.id,
          candidate: {
            id: row.candidateId,
            firstName: row.firstName,
            lastName: row.lastName,
            phoneNumberFormatted: formatPhone(row.phoneNumber),
          },
          assignee: personOrNull(row.assigneeId, row.assigneeFirstName, row.assigneeLastName),
          waitingSince: row.waitingSince.toISOString(),
          workingMinutes: minutes,
          minutesOver: Math.max(0, minutes - promised),
        };
      },
    );
  });
}

async function show(db: Db, deps: Deps, session: Session, id: string): Promise<FollowUp> {
  const row = await findFollowUp(db, session.accountId, id);
  const [followUp] = row === undefined ? [] : await present(db, deps, session, [row]);
  if (followUp === undefined) throw new Failure('not_found');
  return followUp;
}

/** Without those in conversations that the person may no longer see. */
async function present(db: Db, deps: Deps, session: Session, rows: FollowUpRow[]): Promise<FollowUp[]> {
  const seen = await findSeen(
    db,
    session,
    rows.map(({ conversationId }) => conversationId),
    deps.clock(),
  );
  return rows.flatMap((row): FollowUp[] => {
    const conversation = seen.get(row.conversationId);
    if (conversation === undefined) return [];
    return [
      {
        id: row.id,
        conversationId: row.conversationId,
        messageId: row.messageId,
        candidate: presentCandidateOf(conversation),
        person: { id: row.userId, firstName: row.userFirstName, lastName: row.userLastName },
        body: row.body,
        dueAt: row.dueAt.toISOString(),
        doneAt: row.doneAt?.toISOString() ?? null,
      },
    ];
  });
}
