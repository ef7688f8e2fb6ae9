import { sql } from 'kysely';
import { ASK_ABOVE } from '../../../contract/automations.ts';
import type { Db, Tx } from '../../db/connection.ts';
import { recordset } from '../../db/recordset.ts';
import type { Decision } from './decide-text.ts';
import { keyOf } from './plan.ts';
import type { NextText, StoredText } from './settle.ts';

const COLUMNS = sql`
  p.id, p.automation_id as "automationId", p.owner_id as "ownerId", p.version, p.candidate_id as "candidateId", p.occasion,
  p.subject_id as "subjectId", p.subject_at as "subjectAt", p.seat_id as "seatId", p.send_at as "sendAt", p.status,
  p.reason, p.reason_details as "reasonDetails", p.edited_body as "editedBody", p.decided_at as "decidedAt",
  p.message_id as "messageId"`;

const NEVER_WRITTEN = sql`false as "isUnsent", false as "isToOldNumber"`;

/** All of candidates, held against changes until the transaction ends. */
export async function lockTextsOf(tx: Tx, accountId: string, candidateIds: string[]): Promise<StoredText[]> {
  const { rows } = await sql<StoredText>`
    select ${COLUMNS}, unsent.candidate_number is not null as "isUnsent",
           coalesce(unsent.candidate_number <> unsent.phone_number, false) as "isToOldNumber"
      from planned_texts p
      left join lateral (
        select m.candidate_number, c.phone_number from messages m
          join candidates c on c.account_id = p.account_id and c.id = p.candidate_id
         where p.status = 'sent' and m.account_id = p.account_id and m.id = p.message_id
           and m.status in ('scheduled', 'queued')) as unsent on true
     where p.account_id = ${accountId} and p.candidate_id = any(${candidateIds}::uuid[])
     order by p.id for update of p`.execute(tx);
  return rows;
}

/** Those of the ids that are planned and due, what is about to begin soonest first. */
export async function findDue(tx: Tx, accountId: string, ids: string[], now: Date): Promise<StoredText[]> {
  const { rows } = await sql<StoredText>`
    select ${COLUMNS}, ${NEVER_WRITTEN} from planned_texts p
     where p.account_id = ${accountId} and p.id = any(${ids}::uuid[]) and p.status = 'planned' and p.send_at <= ${now}
     order by p.subject_at, p.id`.execute(tx);
  return rows;
}

export async function findText(db: Db, accountId: string, id: string): Promise<StoredText | undefined> {
  const { rows } = await sql<StoredText>`
    select ${COLUMNS}, ${NEVER_WRITTEN} from planned_texts p
     where p.account_id = ${accountId} and p.id = ${id}`.execute(db);
  return rows[0];
}

/** No one else changes it until the transaction ends. */
export async function lockText(tx: Tx, accountId: string, id: string): Promise<StoredText | undefined> {
  const { rows } = await sql<StoredText>`
    select ${COLUMNS}, ${NEVER_WRITTEN} from planned_texts p
     where p.account_id = ${accountId} and p.id = ${id} for update`.execute(tx);
  return rows[0];
}

export interface DueText {
  accountId: string;
  id: string;
  candidateId: string;
}

/** Of all accounts, what is about to begin soonest first. */
export async function listDue(
  db: Db,
  now: Date,
  limit: number,
  exceptAccounts: string[] = [],
): Promise<DueText[]> {
  const { rows } = await sql<DueText>`
    select account_id as "accountId", id, candidate_id as "candidateId" from planned_texts
     where status = 'planned' and send_at <= ${now} and account_id <> all(${exceptAccounts}::uuid[])
     order by subject_at, id limit ${limit}`.execute(db);
  return rows;
}

interface Writing {
  now: Date;
  newId: () => string;
}

/**
 * One occasion may be two candidates', as of someone with two numbers: one of them has its text. What is canceled is written first,
 * so that the other can take it over, as of an application that is theirs by now.
 */
export async function writePlanned(
  tx: Tx,
  accountId: string,
  texts: NextText[],
  writing: Writing,
): Promise<void> {
  const canceled = texts.filter(({ status }) => status === 'canceled');
  const others = texts
    .filter(({ status }) => status !== 'canceled')
    .toSorted((a, b) => Number(a.id !== null) - Number(b.id !== null));
  const once = new Map(others.map((text) => [keyOf(text.automationId, text.occasion), text]));
  await writeRows(tx, accountId, canceled, writing);
  await writeRows(tx, accountId, [...once.values()], writing);
}

async function writeRows(
  tx: Tx,
  accountId: string,
  texts: NextText[],
  { now, newId }: Writing,
): Promise<void> {
  if (texts.length === 0) return;
  const rows = texts.map((text) => ({ ...text, id: text.id ?? newId() }));
  await sql`
    insert into planned_texts as present
           (account_id, id, automation_id, owner_id, version, candidate_id, occasion, subject_id, subject_at, seat_id, send_at,
            status, reason, reason_details, message_id, created_at, updated_at)
    select ${accountId}::uuid, t.id, t.automation_id, t.owner_id, t.version, t.candidate_id, t.occasion, t.subject_id,
           t.subject_at, t.seat_id, t.send_at, t.status, t.reason, t.reason_details, t.message_id, ${now}::timestamptz, ${now}::timestamptz
      from ${recordset('t', rows, { uuid: ['id', 'automationId', 'ownerId', 'candidateId', 'subjectId', 'seatId', 'messageId'], int: ['version'], text: ['occasion', 'status', 'reason'], timestamptz: ['subjectAt', 'sendAt'], jsonb: ['reasonDetails'] })}
     order by t.id
        on conflict (account_id, automation_id, occasion) do update
       set version = excluded.version, candidate_id = excluded.candidate_id, subject_id = excluded.subject_id,
           subject_at = excluded.subject_at, seat_id = excluded.seat_id, send_at = excluded.send_at,
           status = excluded.status, reason = excluded.reason, reason_details = excluded.reason_details,
           message_id = excluded.message_id, updated_at = excluded.updated_at
     where present.candidate_id = excluded.candidate_id or present.status = 'canceled'`.execute(tx);
}

const HOUR = sql`interval '1 hour'`;

/** Holds stage messages when more people entered the stage within an hour than anyone intended. */
export async function holdCrowds(
  tx: Tx,
  accountId: string,
  changed: Pick<NextText, 'automationId' | 'subjectAt'>[],
  now: Date,
): Promise<void> {
  if (changed.length === 0) return;
  const automationIds = [...new Set(changed.map(({ automationId }) => automationId))];
  const times = changed.map(({ subjectAt }) => subjectAt.getTime());
  await sql`
    with waiting as (
      select automation_id, id, status,
             greatest(count(*) over (partition by automation_id order by subject_at
                                     range between ${HOUR} preceding and current row),
                      count(*) over (partition by automation_id order by subject_at
                                     range between current row and ${HOUR} following)) as together
        from planned_texts
       where account_id = ${accountId} and automation_id = any(${automationIds}::uuid[])
         and subject_at between ${new Date(Math.min(...times) - AROUND_MS)} and ${new Date(Math.max(...times) + AROUND_MS)}
         and status not in ('canceled', 'skipped') and decided_at is null
    )
    update planned_texts p
       set status = 'held', reason = 'too_many_at_once', reason_details = null, updated_at = ${now}
      from waiting
     where waiting.together > ${ASK_ABOVE} and waiting.status = 'planned'
       and p.account_id = ${accountId} and p.id = waiting.id`.execute(tx);
}

/** Others within an hour of those that changed, and those within an hour of them. */
const AROUND_MS = 2 * 3600_000;

/** Their messages are written. Includes any sent before its time. */
export async function markSent(
  tx: Tx,
  accountId: string,
  texts: { id: string; messageId: string }[],
  now: Date,
): Promise<void> {
  await sql`
    update planned_texts p
       set status = 'sent', message_id = t.message_id, reason = null, reason_details = null, updated_at = ${now},
           send_at = least(p.send_at, ${now})
      from unnest(${texts.map(({ id }) => id)}::uuid[], ${texts.map(({ messageId }) => messageId)}::uuid[])
           as t(id, message_id)
     where p.account_id = ${accountId} and p.id = t.id`.execute(tx);
}

interface PutOff {
  id: string;
  decision: Exclude<Decision, { kind: 'send' }>;
}

const STATUS = { wait: 'planned', hold: 'held', drop: 'canceled' } as const;

export async function putOff(tx: Tx, accountId: string, texts: PutOff[], now: Date): Promise<void> {
  if (texts.length === 0) return;
  const rows = texts.map(({ id, decision }) => ({
    id,
    status: STATUS[decision.kind],
    reason: decision.reason.code,
    reasonDetails: decision.reason.details ?? null,
    sendAt: decision.kind === 'wait' ? decision.until : null,
  }));
  await sql`
    update planned_texts p
       set status = t.status, reason = t.reason, reason_details = t.reason_details,
           send_at = coalesce(t.send_at, p.send_at), updated_at = ${now}
      from ${recordset('t', rows, { uuid: ['id'], text: ['status', 'reason'], jsonb: ['reasonDetails'], timestamptz: ['sendAt'] })}
     where p.account_id = ${accountId} and p.id = t.id`.execute(tx);
}
