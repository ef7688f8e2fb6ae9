import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import type { DB } from '../../db/schema.ts';

export interface AwaitedAnswer {
  candidateId: string;
  kind: DB['awaited_answers']['kind'];
  subjectId: string;
  conversationId: string;
  askedAt: Date;
  expiresAt: Date;
}

/** The latest text that asks counts. */
export async function insertAwaited(tx: Tx, accountId: string, answers: AwaitedAnswer[]): Promise<void> {
  const latest = new Map(
    answers.map((answer) => [`${answer.candidateId} ${answer.kind} ${answer.subjectId}`, answer]),
  );
  // What was asked of something past isn't answered any more.
  const rows = [...latest.values()].filter(({ askedAt, expiresAt }) => expiresAt > askedAt);
  if (rows.length === 0) return;
  await sql`
    insert into awaited_answers (account_id, candidate_id, kind, subject_id, conversation_id, asked_at, expires_at)
    select ${accountId}::uuid, t."candidateId", t.kind, t."subjectId", t."conversationId", t."askedAt", t."expiresAt"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(
           "candidateId" uuid, kind text, "subjectId" uuid, "conversationId" uuid, "askedAt" timestamptz,
           "expiresAt" timestamptz)
     order by t."candidateId", t.kind, t."subjectId"
        on conflict (account_id, candidate_id, kind, subject_id) do update
       set conversation_id = excluded.conversation_id, asked_at = excluded.asked_at, expires_at = excluded.expires_at`.execute(
    tx,
  );
}
