import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';
import { candidatesInStages } from './stage-candidates.ts';

/* Marks of candidates whose texts have to be planned anew. Triggers write them, and what is below. */

/** Accounts with marks of candidates, the longest waiting first. */
export async function listMarkedAccounts(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ accountId: string }>`
    select account_id as "accountId"
      from (select account_id, id from plan_marks where candidate_id is not null order by id limit ${LOOK_AT}) as first
     group by account_id order by min(id) limit ${limit}`.execute(db);
  return rows.map(({ accountId }) => accountId);
}

const LOOK_AT = 5000;

/** Whom the account's oldest marks are about; all marks of them are taken away. */
export async function takeMarks(tx: Tx, accountId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with oldest as (
      select distinct candidate_id
        from (select candidate_id from plan_marks
               where account_id = ${accountId} and candidate_id is not null order by id limit ${limit}) as first
    ), taken as (
      delete from plan_marks using oldest
       where plan_marks.account_id = ${accountId} and plan_marks.candidate_id = oldest.candidate_id
      returning plan_marks.candidate_id
    )
    select distinct candidate_id as id from taken`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function removeMarksOf(tx: Tx, accountId: string, candidateIds: string[]): Promise<void> {
  await sql`
    delete from plan_marks
     where account_id = ${accountId} and candidate_id = any(${candidateIds}::uuid[])`.execute(tx);
}

interface AutomationMark {
  accountId: string;
  automationIds: string[];
}

/** Automations with marks, of one account. Their marks are taken away. */
export async function takeAutomationMarks(tx: Tx): Promise<AutomationMark | null> {
  const { rows } = await sql<AutomationMark>`
    with taken as (
      delete from plan_marks
       where candidate_id is null
         and account_id = (select account_id from plan_marks where candidate_id is null order by id limit 1)
      returning account_id, automation_id)
    select account_id as "accountId", array_agg(distinct automation_id) as "automationIds"
      from taken group by account_id`.execute(tx);
  return rows[0] ?? null;
}

/** Marks whom automations may text, and whom they have planned texts for or unsent messages, unless they are marked. */
export async function markCandidatesOf(
  tx: Tx,
  { accountId, automationIds }: AutomationMark,
  now: Date,
): Promise<void> {
  const kinds = await listKinds(tx, accountId, automationIds);
  const has = (type: string) => kinds.some((kind) => kind.isOn && kind.type === type);
  const stageIds = kinds
    .filter(({ isOn, type }) => isOn && type === 'stageMessage')
    .flatMap(({ jobStageIds }) => jobStageIds);
  const since = new Date(now.getTime() - CONCERNED_MS);
  await sql`
    insert into plan_marks (account_id, candidate_id)
    select ${accountId}::uuid, id from (
      select candidate_id as id from planned_texts
       where account_id = ${accountId} and automation_id = any(${automationIds}::uuid[]) and status in ('planned', 'held')
      union
      select p.candidate_id from messages m
        join planned_texts p on p.account_id = m.account_id and p.message_id = m.id
       where m.account_id = ${accountId} and m.status in ('scheduled', 'queued') and m.is_automatic
         and p.automation_id = any(${automationIds}::uuid[])
      union
      select candidate_id from interviews
       where ${has('interviewReminder')} and account_id = ${accountId} and starts_at > ${since}
         and candidate_id is not null and status not in ('canceled', 'declined')
      union
      select candidate_id from onboardings
       where ${has('onboardingMessage')} and account_id = ${accountId} and starts_at > ${since} and status <> 'ended'
      union
      select candidate_id from (${candidatesInStages(accountId, stageIds, since)}) as entered
    ) as concerned
     where not exists (
       select from plan_marks m where m.account_id = ${accountId} and m.candidate_id = concerned.id)`.execute(
    tx,
  );
}

const CONCERNED_MS = 70 * 24 * 3600_000;

async function listKinds(tx: Tx, accountId: string, automationIds: string[]) {
  const { rows } = await sql<{ type: string; isOn: boolean; jobStageIds: string[] }>`
    select type, enabled and deleted_at is null as "isOn", job_stage_ids as "jobStageIds" from automations
     where account_id = ${accountId} and id = any(${automationIds}::uuid[])`.execute(tx);
  return rows;
}

/** For what no trigger sees, such as who has a seat. */
export async function markEnabled(db: Db): Promise<void> {
  await sql`
    insert into plan_marks (account_id, automation_id)
    select account_id, id from automations where enabled and deleted_at is null`.execute(db);
}

/** What they lack may have come. */
export async function markHeld(db: Db): Promise<void> {
  await sql`
    insert into plan_marks (account_id, candidate_id)
    select distinct account_id, candidate_id from planned_texts p
     where status = 'held' and reason <> 'too_many_at_once'
       and not exists (
         select from plan_marks m where m.account_id = p.account_id and m.candidate_id = p.candidate_id)`.execute(
    db,
  );
}
