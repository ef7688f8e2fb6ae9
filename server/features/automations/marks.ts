import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';
import { candidatesInStages } from './stage-candidates.ts';

/* Marks of candidates whose texts have to be planned again. Triggers write them, and so does what is below. */

const OF_CANDIDATES = sql<boolean>`candidate_id is not null`;
const OF_AUTOMATIONS = sql<boolean>`candidate_id is null`;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Whose turn came last. The next one begins after them, so that none waits for an account with many marks. */
export interface Turns {
  ofCandidates: string;
  ofAutomations: string;
  /** Whose due texts couldn't be sent. They come again once the others are through. */
  failed: string[];
}

export const startTurns = (): Turns => ({ ofCandidates: BEFORE_ALL, ofAutomations: BEFORE_ALL, failed: [] });

/** The next accounts with marks of candidates. */
export async function nextMarkedAccounts(db: Db, turns: Turns, limit: number): Promise<string[]> {
  const next = await nextAccounts(db, OF_CANDIDATES, turns.ofCandidates, limit);
  turns.ofCandidates = next.at(-1) ?? BEFORE_ALL;
  return next;
}

/** The next accounts with marks of automations. */
export async function nextAccountsToMark(db: Db, turns: Turns, limit: number): Promise<string[]> {
  const next = await nextAccounts(db, OF_AUTOMATIONS, turns.ofAutomations, limit);
  turns.ofAutomations = next.at(-1) ?? BEFORE_ALL;
  return next;
}

/** In turn, starting over after the last. One look at an index for each, however many marks they have. */
async function nextAccounts(
  db: Db,
  which: RawBuilder<boolean>,
  after: string,
  limit: number,
): Promise<string[]> {
  const firstAfter = (account: RawBuilder<unknown>) => sql`
    select account_id from plan_marks where account_id > ${account} and ${which} order by account_id limit 1`;
  const { rows } = await sql<{ id: string }>`
    with recursive marked as (
      (select account_id as id, 1 as place from (${firstAfter(sql`${after}::uuid`)}) as first)
      union all
      select next.account_id, place + 1 from marked cross join lateral (${firstAfter(sql`marked.id`)}) as next
       where place < ${limit})
    select id from marked order by place`.execute(db);
  const found = rows.map(({ id }) => id);
  if (found.length === limit || after === BEFORE_ALL) return found;
  const first = await nextAccounts(db, which, BEFORE_ALL, limit - found.length);
  return [...found, ...first.filter((id) => id <= after)];
}

/** The candidates with the account's oldest marks; removes all their marks. */
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

/** Takes the account's automations with marks, and removes the marks. */
export async function takeAutomationMarks(tx: Tx, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with taken as (
      delete from plan_marks where account_id = ${accountId} and ${OF_AUTOMATIONS} returning automation_id)
    select distinct automation_id as id from taken`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Marks the candidates whom automations may text, or have planned texts or unsent messages for, unless they are marked. */
export async function markCandidatesOf(
  tx: Tx,
  accountId: string,
  automationIds: string[],
  now: Date,
): Promise<void> {
  if (automationIds.length === 0) return;
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

/** How often in an hour some accounts are marked (`crons` in worker.ts). */
const PARTS = 12;

/** For what no trigger sees, such as who has a seat. Each account has its part of the hour, so that they don't come all at once. */
export async function markEnabled(db: Db, at: Date): Promise<void> {
  await sql`
    insert into plan_marks (account_id, automation_id)
    select account_id, id from automations
     where enabled and deleted_at is null
       and abs(hashtext(account_id::text)::bigint) % ${sql.lit(PARTS)} = ${Math.floor((at.getUTCMinutes() * PARTS) / 60)}
       and not exists (
         select from plan_marks m
          where m.account_id = automations.account_id and m.automation_id = automations.id and m.candidate_id is null)`.execute(
    db,
  );
}

/** What they lack may be there now. */
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
