import { type RawBuilder, sql } from 'kysely';
import type {
  ActivityReason,
  ActivityType,
  ConversationActivity,
} from '../../../../contract/conversation-activity.ts';
import type { Db, Tx } from '../../../db/connection.ts';
import type { Cursor } from '../../../http/page.ts';

/* What people did with conversations: the lines between the texts. */

export interface ActivityDetails {
  reason?: ActivityReason;
  /** ISO 8601. */
  until?: string;
}

interface NewActivity {
  conversationIds: string[];
  type: ActivityType;
  /** Null: no person did it. */
  actorId: string | null;
  /** Whom it was assigned to, or who had it. */
  userId?: string | null;
  details?: ActivityDetails;
  at: Date;
}

/** A line in each of these threads. In the transaction of the change, and only for those that it changed. */
export async function recordActivity(tx: Tx, accountId: string, what: NewActivity): Promise<void> {
  if (what.conversationIds.length === 0) return;
  const { actorId, userId = null, details = {} } = what;
  await sql`
    insert into conversation_activity (account_id, conversation_id, type, actor_id, user_id, details, created_at)
    select ${accountId}, id, ${what.type}, ${actorId}, ${userId}, ${JSON.stringify(details)}, ${what.at}
      from unnest(${what.conversationIds}::uuid[]) as id`.execute(tx);
}

/** What is taken back sooner never was: its line goes, and there is none of taking it back. */
const NEVER_WAS_MS = 60_000;

/** Of a change at that time, by this person. Returns the threads that had a line of it. */
export async function takeBackActivity(
  tx: Tx,
  accountId: string,
  what: { conversationIds: string[]; types: ActivityType[]; actorId: string; at: Date; now: Date },
): Promise<Set<string>> {
  const { conversationIds, types, actorId, at, now } = what;
  if (now.getTime() - at.getTime() > NEVER_WAS_MS) return new Set();
  const { rows } = await sql<{ id: string }>`
    delete from conversation_activity
     where account_id = ${accountId} and conversation_id = any(${conversationIds}::uuid[]) and created_at = ${at}
       and type = any(${types}) and actor_id = ${actorId}
    returning conversation_id as id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

interface ActivityRow {
  id: string;
  conversationId: string;
  type: ActivityType;
  actorId: string | null;
  actorFirstName: string | null;
  actorLastName: string | null;
  userId: string | null;
  userFirstName: string | null;
  userLastName: string | null;
  details: ActivityDetails;
  createdAt: Date;
}

/** Newest first, and one more than fits. */
export async function listActivity(
  db: Db,
  accountId: string,
  conversationIds: string[],
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<ActivityRow[]> {
  if (conversationIds.length === 0) return [];
  const since: RawBuilder<boolean> =
    after === null ? sql`true` : sql`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`;
  // The first of each conversation, of which the first are taken.
  const { rows } = await sql<ActivityRow>`
    select a.id, a.conversation_id as "conversationId", a.type, a.details, a.created_at as "createdAt",
           actor.id as "actorId", actor.first_name as "actorFirstName", actor.last_name as "actorLastName",
           person.id as "userId", person.first_name as "userFirstName", person.last_name as "userLastName"
      from unnest(${conversationIds}::uuid[]) as thread (id)
     cross join lateral (
       select * from conversation_activity
        where account_id = ${accountId} and conversation_id = thread.id and ${since}
        order by created_at desc, id desc limit ${limit + 1}) as a
      left join users actor on actor.account_id = a.account_id and actor.id = a.actor_id
      left join users person on person.account_id = a.account_id and person.id = a.user_id
     order by a.created_at desc, a.id desc limit ${limit + 1}`.execute(db);
  return rows;
}

const personOf = (id: string | null, firstName: string | null, lastName: string | null) =>
  id === null ? null : { id, firstName: firstName ?? '', lastName: lastName ?? '' };

export function presentActivity(row: ActivityRow): ConversationActivity {
  return {
    id: row.id,
    type: row.type,
    actor: personOf(row.actorId, row.actorFirstName, row.actorLastName),
    details: {
      userId: row.userId,
      user: personOf(row.userId, row.userFirstName, row.userLastName),
      reason: row.details.reason ?? null,
      until: row.details.until ?? null,
    },
    at: row.createdAt.toISOString(),
  };
}
