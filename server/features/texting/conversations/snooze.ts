import { MOST_LATER_MS } from '../../../../contract/coming-time.ts';
import type { ActivityType } from '../../../../contract/conversation-activity.ts';
import type { Conversation } from '../../../../contract/conversations.ts';
import type { Db, Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import type { Session } from '../../../http/session.ts';
import { type ActivityDetails, recordActivity } from './activity.ts';
import { changeConversation } from './change-conversation.ts';
import { comingTime } from './coming-time.ts';
import { setReminder, snooze, unsnooze } from './snooze-store.ts';

export function snoozeUntil(
  db: Db,
  deps: Deps,
  session: Session,
  id: string,
  chosen: string | null,
): Promise<Conversation> {
  const now = deps.clock();
  const until = chosen === null ? new Date(now.getTime() + MOST_LATER_MS) : comingTime('until', chosen, now);
  return change(
    db,
    deps,
    session,
    id,
    (tx) => snooze(tx, session.accountId, id, { until, untilAnswer: chosen === null, by: session.userId }),
    { type: 'snoozed', ...(chosen !== null && { details: { until: until.toISOString() } }) },
  );
}

export function endSnooze(db: Db, deps: Deps, session: Session, id: string): Promise<Conversation> {
  return change(db, deps, session, id, (tx) => unsnooze(tx, session.accountId, id), { type: 'unsnoozed' });
}

export function remindAt(
  db: Db,
  deps: Deps,
  session: Session,
  id: string,
  chosen: string | null,
): Promise<Conversation> {
  const at = chosen === null ? null : comingTime('at', chosen, deps.clock());
  return change(
    db,
    deps,
    session,
    id,
    (tx) => setReminder(tx, session.accountId, id, { at, by: session.userId }),
    at !== null && { type: 'reminderSet', details: { until: at.toISOString() } },
  );
}

function change(
  db: Db,
  deps: Deps,
  session: Session,
  id: string,
  write: (tx: Tx) => Promise<boolean>,
  line: { type: ActivityType; details?: ActivityDetails } | false,
): Promise<Conversation> {
  return changeConversation(db, deps, session, id, async (tx) => {
    if (!(await write(tx))) return false;
    const by = { conversationIds: [id], actorId: session.userId, at: deps.clock() };
    if (line) await recordActivity(tx, session.accountId, { ...line, ...by });
    return true;
  });
}
