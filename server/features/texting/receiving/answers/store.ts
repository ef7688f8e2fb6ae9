import { sql } from 'kysely';
import type { Db, Tx } from '../../../../db/connection.ts';
import type { DB } from '../../../../db/schema.ts';
import { sweepRows } from '../../../../db/sweep.ts';

/** Something the candidate was asked, or told so that a reply means something. */
export interface Awaited {
  kind: DB['awaited_answers']['kind'];
  subjectId: string;
  askedAt: Date;
  /** Where. */
  conversationId: string;
  /** Of an interview that is still to come, at the time the candidate knows. */
  startsAt: Date | null;
}

/**
 * Asked in the conversation, or from the number that they wrote to: a colleague may have got the conversation since. What was asked
 * last first. A stage is over wherever they answer.
 */
export async function listAwaited(
  tx: Tx,
  accountId: string,
  of: { candidateId: string; conversationId: string; numberId: string; at: Date },
): Promise<Awaited[]> {
  const { rows } = await sql<Awaited>`
    select a.kind, a.subject_id as "subjectId", a.asked_at as "askedAt",
           a.conversation_id as "conversationId", i.starts_at as "startsAt"
      from awaited_answers a
      -- One that has moved since is another one to the candidate.
      left join interviews i on a.kind = 'interview' and i.account_id = a.account_id and i.id = a.subject_id
           and i.candidate_id = a.candidate_id and i.status <> 'canceled'
           and i.starts_at - a.expires_at between '-1 second' and '1 second'
     where a.account_id = ${accountId} and a.candidate_id = ${of.candidateId} and a.expires_at > ${of.at}
       and (a.conversation_id = ${of.conversationId} or a.kind = 'stage' or ${of.numberId} = (
             select m.number_id from messages m
              where m.account_id = a.account_id and m.conversation_id = a.conversation_id and m.direction = 'outbound'
                and m.created_at <= a.asked_at
              order by m.created_at desc, m.id desc limit 1))
     order by a.asked_at desc, a.subject_id`.execute(tx);
  return rows;
}

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

/** Used up. */
export async function removeAwaited(
  tx: Tx,
  accountId: string,
  candidateId: string,
  used: Awaited[],
): Promise<void> {
  if (used.length === 0) return;
  await sql`
    delete from awaited_answers
     where account_id = ${accountId} and candidate_id = ${candidateId}
       and (kind, subject_id) in (
             select * from unnest(${used.map(({ kind }) => kind)}::text[], ${used.map(({ subjectId }) => subjectId)}::uuid[]))`.execute(
    tx,
  );
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

/** Whose automatic texts have to be planned anew. */
export async function markForPlanning(tx: Tx, accountId: string, candidateId: string): Promise<void> {
  await sql`select mark_candidate(${accountId}::uuid, ${candidateId}::uuid)`.execute(tx);
}

export function sweepAwaitedAnswers(db: Db): Promise<void> {
  return sweepRows(db, 'awaited_answers', { time: sql`expires_at`, before: sql`now()` });
}
