import { sql } from 'kysely';
import { z } from 'zod';
import { type Announcement, arrivalWords } from '../../../contract/announcement.ts';
import type { CallOutcome } from '../../../contract/calls.ts';
import type { Db } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import type { Session } from '../../http/session.ts';
import { nameOrPhone } from '../../phone.ts';
import { findNotificationsByIds } from '../notifications/store.ts';
import { inboxesOf } from '../texting/conversations/rules.ts';
import { coveredBy } from '../texting/conversations/seen.ts';
import { countInbox, findConversation } from '../texting/conversations/store.ts';

/** A conversation in which a candidate wrote, or a notification of the person. */
export const About = z.object({ kind: z.enum(['text', 'notification']), id: z.uuid() });
export type About = z.infer<typeof About>;

type Person = Pick<Session, 'accountId' | 'userId' | 'isDelegate'> & { hideText: boolean };

/** What the person is to see of it, as it is now. Null: it's read, gone, or in someone else's inbox. */
export async function announcementOf(
  deps: Pick<Deps, 'db' | 'clock'>,
  person: Person,
  about: About,
): Promise<Announcement | null> {
  const shown = await (about.kind === 'text' ? ofText : ofNotification)(deps, person, about.id);
  if (shown === null) return null;
  const covered = await coveredBy(deps.db, person, deps.clock());
  const inbox = { assigneeId: person.userId, covered };
  const { unread } = await countInbox(deps.db, person.accountId, inbox, ['unread']);
  return { ...shown, unread };
}

type Shown = Omit<Announcement, 'unread'>;

async function ofText(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { accountId, userId, hideText }: Person,
  conversationId: string,
): Promise<Shown | null> {
  const [row, last] = await Promise.all([
    findConversation(db, accountId, conversationId),
    findLastArrival(db, accountId, conversationId),
  ]);
  if (row === undefined || last === undefined || row.unreadCount === 0) return null;
  if (!inboxesOf(row, clock()).includes(userId)) return null;
  return {
    id: last.id,
    tag: conversationId,
    title: nameOrPhone(row),
    body: arrivalWords(last, hideText),
    conversationId,
  };
}

async function ofNotification(
  { db }: Pick<Deps, 'db'>,
  { accountId, userId }: Person,
  id: string,
): Promise<Shown | null> {
  const [row] = await findNotificationsByIds(db, accountId, [id]);
  if (row === undefined || row.userId !== userId || row.readAt !== null) return null;
  return { id, tag: id, title: 'Hiretext', body: row.text, conversationId: row.conversationId };
}

async function findLastArrival(
  db: Db,
  accountId: string,
  conversationId: string,
): Promise<{ id: string; body: string; callOutcome: CallOutcome | null } | undefined> {
  const { rows } = await sql<{ id: string; body: string; callOutcome: CallOutcome | null }>`
    select id, left(body, 200) as body, call_outcome as "callOutcome" from messages
     where account_id = ${accountId} and conversation_id = ${conversationId}
       and direction = 'inbound' and call_outcome is distinct from 'answered'
     order by created_at desc, id desc limit 1`.execute(db);
  return rows[0];
}
