import { type RawBuilder, sql } from 'kysely';
import type { DraftSource, DraftTone } from '../../../contract/drafts.ts';
import type { Db } from '../../db/connection.ts';
import { recordset } from '../../db/recordset.ts';
import { sweepRows } from '../../db/sweep.ts';

const MOST_TEXTS = 20;

/** The last texts of the conversation that were really exchanged, the oldest first. */
export async function listLastTexts(
  db: Db,
  accountId: string,
  conversationId: string,
): Promise<{ from: 'candidate' | 'sender'; body: string }[]> {
  const { rows } = await sql<{ isInbound: boolean; body: string }>`
    select direction = 'inbound' as "isInbound", body from messages
     where account_id = ${accountId} and conversation_id = ${conversationId} and call_outcome is null and body <> ''
       and status not in ('scheduled', 'failed', 'canceled')
     order by created_at desc, id desc limit ${MOST_TEXTS}`.execute(db);
  return rows.reverse().map(({ isInbound, body }) => ({ from: isInbound ? 'candidate' : 'sender', body }));
}

interface NewDraft {
  accountId: string;
  id: string;
  userId: string;
  conversationId: string | null;
  tone: DraftTone;
  instructions: string | null;
  source: DraftSource;
  body: string;
}

/** For as long as a text may still start from them. Nothing is kept of a conversation that was deleted meanwhile. */
export async function insertDrafts(db: Db, drafts: NewDraft[]): Promise<void> {
  await sql`
    insert into drafts (account_id, id, user_id, conversation_id, tone, instructions, source, body, expires_at)
    select account_id, id, user_id, conversation_id, tone, instructions, source, body, now() + interval '24 hours'
      from ${recordset('t', drafts, { uuid: ['accountId', 'id', 'userId', 'conversationId'], text: ['tone', 'instructions', 'source', 'body'] })}
     where conversation_id is null
        or exists (select from conversations c
                    where c.account_id = t.account_id and c.id = t.conversation_id for key share)`.execute(
    db,
  );
}

interface SentText {
  accountId: string;
  draftId: string;
  /** Who sends it. */
  userId: string;
  conversationId: string;
  messageId: string;
}

/**
 * Keeps which texts were sent from drafts, as part of the statement that writes those texts. A text that was undone and sent again
 * replaces the first. Anything that isn't that person's draft for that conversation changes nothing.
 */
export function keepingSentDrafts(texts: SentText[]): RawBuilder<unknown> {
  return sql`
    update drafts d
       set message_id = t.message_id, conversation_id = t.conversation_id, expires_at = now() + interval '1 year'
      from ${recordset('t', texts, { uuid: ['accountId', 'draftId', 'userId', 'conversationId', 'messageId'] })}
     where d.account_id = t.account_id and d.id = t.draft_id and d.user_id = t.user_id
       and (d.conversation_id is null or d.conversation_id = t.conversation_id)`;
}

export type SentDraftRow = Awaited<ReturnType<typeof listSentDrafts>>[number];

/** Last sent first: the IDs of messages are in order of time. */
export function listSentDrafts(db: Db, accountId: string, page: { before: string | null; limit: number }) {
  let found = db
    .selectFrom('drafts as d')
    .innerJoin('messages as m', (join) =>
      join.onRef('m.account_id', '=', 'd.account_id').onRef('m.id', '=', 'd.message_id'),
    )
    .innerJoin('users as u', (join) =>
      join.onRef('u.account_id', '=', 'd.account_id').onRef('u.id', '=', 'd.user_id'),
    )
    .select([
      'd.id',
      'd.tone',
      'd.instructions',
      'd.source',
      'd.body as draft',
      'm.id as messageId',
      'm.conversation_id as conversationId',
      'm.body as text',
      'm.created_at as sentAt',
      'u.id as userId',
      'u.first_name as firstName',
      'u.last_name as lastName',
    ])
    .where('d.account_id', '=', accountId)
    .where('m.status', '<>', 'canceled');
  if (page.before !== null) found = found.where('d.message_id', '<', page.before);
  return found.orderBy('d.message_id', 'desc').limit(page.limit).execute();
}

export function sweepDrafts(db: Db): Promise<void> {
  return sweepRows(db, 'drafts', { time: sql`expires_at`, before: sql`now()` });
}
