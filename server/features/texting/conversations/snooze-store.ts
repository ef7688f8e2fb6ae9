import { type RawBuilder, sql } from 'kysely';
import type { ReturnReason } from '../../../../contract/conversations.ts';
import type { Db, Tx } from '../../../db/connection.ts';
import { publish } from '../../../live/publish.ts';

/*
 * A snoozed conversation is out of the inbox. What brings it, or one with a reminder, back to the top is an answer, in the statement
 * that writes the answer, or the time, in the job.
 */

/** SQL, of a row of `conversations`: what the candidate wrote or called at that time ends the snooze and the reminder. */
export function backByAnswer(at: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    snoozed_until = null, remind_at = null,
    returned_at = case when conversations.snoozed_until is null then conversations.returned_at else ${at} end,
    returned_reason = case when conversations.snoozed_until is null and conversations.returned_reason <> 'noAnswer'
                           then conversations.returned_reason else 'answered' end`;
}

interface Snooze {
  until: Date;
  /** It was chosen without a time. */
  untilAnswer: boolean;
  by: string;
}

/** Whether that changed anything: of two people who choose the same, the second doesn't. */
export async function snooze(db: Db, accountId: string, id: string, snooze: Snooze): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update conversations
       set snoozed_until = ${snooze.until}, snoozed_until_answer = ${snooze.untilAnswer}, follow_up_by = ${snooze.by},
           archived_at = null, returned_at = null, returned_reason = null
     where account_id = ${accountId} and id = ${id}
       and (snoozed_until is null or snoozed_until_answer <> ${snooze.untilAnswer}
            or not snoozed_until_answer and snoozed_until <> ${snooze.until})`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

export async function unsnooze(db: Db, accountId: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update conversations set snoozed_until = null, returned_at = null, returned_reason = null
     where account_id = ${accountId} and id = ${id} and (snoozed_until is not null or returned_at is not null)`.execute(
    db,
  );
  return (numAffectedRows ?? 0n) > 0n;
}

export async function setReminder(
  db: Db,
  accountId: string,
  id: string,
  reminder: { at: Date | null; by: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update conversations set remind_at = ${reminder.at}, follow_up_by = ${reminder.by}
     where account_id = ${accountId} and id = ${id} and remind_at is distinct from ${reminder.at}::timestamptz`.execute(
    db,
  );
  return (numAffectedRows ?? 0n) > 0n;
}

export interface Returned {
  accountId: string;
  id: string;
  /** Who snoozed it or set the reminder last. */
  by: string | null;
  reason: ReturnReason;
}

/**
 * Conversations whose time has come are back on top of the inbox, and browsers are notified. What another worker
 * has just taken is left to it; what a broken-off transaction took is found again.
 */
export async function returnDue(tx: Tx, now: Date, limit: number): Promise<Returned[]> {
  const { rows } = await sql<Returned>`
    with due as materialized (
      select account_id, id, follow_up_by as by,
             case when remind_at <= ${now} or snoozed_until_answer then 'noAnswer' else 'snoozeOver' end as reason
        from conversations
       where (snoozed_until is not null or remind_at is not null) and least(snoozed_until, remind_at) <= ${now}
       order by least(snoozed_until, remind_at) limit ${limit} for no key update skip locked
    ), returned as (
      update conversations c
         set snoozed_until = null, remind_at = case when c.remind_at > ${now} then c.remind_at end, archived_at = null,
             returned_at = ${now}, returned_reason = due.reason
        from due where c.account_id = due.account_id and c.id = due.id
    )
    select account_id as "accountId", id, by, reason from due`.execute(tx);
  await publish(
    tx,
    rows.map(({ accountId, id }) => ({ accountId, kind: 'conversation.updated' as const, subjectId: id })),
  );
  return rows;
}
