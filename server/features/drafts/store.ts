import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

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
