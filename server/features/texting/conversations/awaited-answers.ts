import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../db/connection.ts';
import { recordset } from '../../../db/recordset.ts';
import type { DB } from '../../../db/schema.ts';
import { sweepRows } from '../../../db/sweep.ts';

/* What candidates were asked, or sent so that a reply means something. */

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
  // What was asked about something past isn't answered anymore.
  const rows = [...latest.values()].filter(({ askedAt, expiresAt }) => expiresAt > askedAt);
  if (rows.length === 0) return;
  await sql`
    insert into awaited_answers (account_id, candidate_id, kind, subject_id, conversation_id, asked_at, expires_at)
    select ${accountId}::uuid, t.candidate_id, t.kind, t.subject_id, t.conversation_id, t.asked_at, t.expires_at
      from ${recordset('t', rows, { uuid: ['candidateId', 'subjectId', 'conversationId'], text: ['kind'], timestamptz: ['askedAt', 'expiresAt'] })}
     order by t.candidate_id, t.kind, t.subject_id
        on conflict (account_id, candidate_id, kind, subject_id) do update
       set conversation_id = excluded.conversation_id, asked_at = excluded.asked_at, expires_at = excluded.expires_at`.execute(
    tx,
  );
}

/** Whether any is awaited from them. */
export function isAwaiting(accountId: RawBuilder<unknown>, candidateId: RawBuilder<unknown>) {
  return sql<boolean>`
    coalesce((select true from awaited_answers a
               where a.account_id = ${accountId} and a.candidate_id = ${candidateId} limit 1), false)`;
}

/** The same, of these candidates. */
export async function listAwaiting(tx: Tx, accountId: string, candidateIds: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct candidate_id as id from awaited_answers
     where account_id = ${accountId} and candidate_id = any(${candidateIds}::uuid[])`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

export interface Awaited extends Pick<AwaitedAnswer, 'kind' | 'subjectId' | 'askedAt' | 'conversationId'> {
  /** Of an interview that is still to come, at the time the candidate knows. */
  startsAt: Date | null;
}

/**
 * Asked in the conversation, or from the number that they wrote to: a colleague may have got the conversation since. The latest
 * question first. A stage is over wherever they answer.
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
      -- One that has moved since is a different one to the candidate.
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

/** No answer to an offer of times is awaited anymore. */
export async function stopAwaiting(tx: Tx, accountId: string, offerId: string): Promise<void> {
  await tx
    .deleteFrom('awaited_answers')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'times')
    .where('subject_id', '=', offerId)
    .execute();
}

export function sweepAwaitedAnswers(db: Db): Promise<void> {
  return sweepRows(db, 'awaited_answers', { time: sql`expires_at`, before: sql`now()` });
}
