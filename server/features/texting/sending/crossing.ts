import { sql } from 'kysely';
import type { Message } from '../../../../contract/messages.ts';
import type { Db } from '../../../db/connection.ts';
import { recordset } from '../../../db/recordset.ts';
import type { Deps } from '../../../deps.ts';
import { Failure, invalidField } from '../../../failure.ts';
import type { Session } from '../../../http/session.ts';
import { findMessagesByIds } from '../conversations/message-store.ts';
import { presentMessages } from '../conversations/present.ts';

/* Two colleagues who answer at the same moment: the second is asked before their text goes out. */

export interface Sighted {
  session: Session;
  conversationId: string | null;
  /** Null: there was none. Undefined: it goes out in any case. */
  lastSeenMessageId: string | null | undefined;
}

/** What came between what each has seen and the last text there is. Most have seen that one, and nothing is asked. */
export async function findCrossings<Open extends { index: number; request: Sighted }>(
  db: Db,
  deps: Deps,
  open: (Open & { facts: { conversationId: string | null; lastMessageId: string | null } | undefined })[],
): Promise<Map<number, Failure>> {
  const behind = open.flatMap(({ index, request: { session, lastSeenMessageId }, facts }) =>
    lastSeenMessageId === undefined || !facts?.conversationId || facts.lastMessageId === lastSeenMessageId
      ? []
      : [
          {
            position: index,
            accountId: session.accountId,
            userId: session.userId,
            conversationId: facts.conversationId,
            lastSeenMessageId,
          },
        ],
  );
  if (behind.length === 0) return new Map();
  const { rows } = await sql<{ position: number; isKnown: boolean; crossingId: string | null }>`
    select asked.position, asked.last_seen_message_id is null or seen.id is not null as "isKnown", crossing.id as "crossingId"
      from ${recordset('asked', behind, { int: ['position'], uuid: ['accountId', 'userId', 'conversationId', 'lastSeenMessageId'] })}
      left join messages seen on seen.account_id = asked.account_id and seen.id = asked.last_seen_message_id
            and seen.conversation_id = asked.conversation_id
      left join lateral (
        select m.id from messages m
         where m.account_id = asked.account_id and m.conversation_id = asked.conversation_id and m.direction = 'outbound'
           and m.sender_id <> asked.user_id and not m.is_automatic and m.call_outcome is null
           and m.status not in ('canceled', 'failed')
           and (seen.id is null or (m.created_at, m.id) > (seen.created_at, seen.id))
         order by m.created_at desc, m.id desc limit 1) as crossing on true`.execute(db);
  const texts = await findTexts(db, deps, behind, rows);
  return new Map(
    rows.flatMap(({ position, isKnown, crossingId }) => {
      if (!isKnown) return [[position, invalidField('lastSeenMessageId', "It isn't in this conversation")]];
      const message = texts.get(crossingId ?? '');
      return message ? [[position, new Failure('crossed', { message })]] : [];
    }),
  );
}

async function findTexts(
  db: Db,
  deps: Deps,
  behind: { position: number; accountId: string }[],
  rows: { position: number; crossingId: string | null }[],
): Promise<Map<string, Message>> {
  const accountOf = new Map(behind.map(({ position, accountId }) => [position, accountId]));
  const texts = new Map<string, Message>();
  for (const [accountId, of] of Map.groupBy(rows, ({ position }) => accountOf.get(position) ?? '')) {
    const ids = of.flatMap(({ crossingId }) => crossingId ?? []);
    const found = await presentMessages(db, deps, accountId, await findMessagesByIds(db, accountId, ids));
    for (const message of found) texts.set(message.id, message);
  }
  return texts;
}

/**
 * Of texts that would be written together: first those that can't cross each other. The others follow once these are
 * written, and find them.
 */
export function inTurn<Request extends Sighted>(requests: Request[]): [first: number[], then: number[]] {
  const first: number[] = [];
  const then: number[] = [];
  const writers = new Map<string, string>();
  for (const [index, { session, conversationId, lastSeenMessageId }] of requests.entries()) {
    const writer = conversationId === null ? undefined : writers.get(conversationId);
    const crosses = lastSeenMessageId !== undefined && writer !== undefined && writer !== session.userId;
    (crosses ? then : first).push(index);
    if (conversationId !== null && !crosses) writers.set(conversationId, session.userId);
  }
  return [first, then];
}
