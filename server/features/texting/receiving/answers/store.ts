import { sql } from 'kysely';
import type { Db, Tx } from '../../../../db/connection.ts';

/** What people have written in the conversations since then. */
export async function listTypedSince(
  db: Db,
  accountId: string,
  { conversationIds, since }: { conversationIds: string[]; since: Date },
): Promise<string[]> {
  const { rows } = await sql<{ body: string }>`
    select body from messages
     where account_id = ${accountId} and conversation_id = any(${conversationIds}::uuid[]) and created_at > ${since}
       and direction = 'outbound' and sender_id is not null and status not in ('scheduled', 'canceled')
     order by created_at desc limit 20`.execute(db);
  return rows.map(({ body }) => body);
}

export async function insertReadAnswer(
  tx: Tx,
  accountId: string,
  read: {
    messageId: string;
    interviewId: string;
    startsAt: Date;
    answer: 'confirmed' | 'rescheduleRequested';
  },
): Promise<void> {
  await tx
    .insertInto('read_answers')
    .values({
      account_id: accountId,
      message_id: read.messageId,
      interview_id: read.interviewId,
      starts_at: read.startsAt,
      answer: read.answer,
    })
    .execute();
}

/** Their automatic texts have to be planned again. */
export async function markForPlanning(tx: Tx, accountId: string, candidateId: string): Promise<void> {
  await sql`select mark_candidate(${accountId}::uuid, ${candidateId}::uuid)`.execute(tx);
}
