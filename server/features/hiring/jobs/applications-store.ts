import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/connection.ts';
import type { Cursor } from '../../../http/page.ts';
import type { Session } from '../../../http/session.ts';
import { type OwnApplicationRow, ownApplications } from '../records/own-applications.ts';
import { isSeen } from './store.ts';

export async function findApplication(
  db: Db,
  accountId: string,
  id: string,
): Promise<OwnApplicationRow | undefined> {
  const { rows } = await sql<OwnApplicationRow>`
    ${ownApplications} where a.account_id = ${accountId} and a.id = ${id}`.execute(db);
  return rows[0];
}

/** The same, locked until the transaction ends. Read after that: a join would still have the stage before. */
export async function lockApplication(
  tx: Tx,
  accountId: string,
  id: string,
): Promise<OwnApplicationRow | undefined> {
  await sql`select from applications where account_id = ${accountId} and id = ${id} for update`.execute(tx);
  return findApplication(tx, accountId, id);
}

export interface CardRow extends OwnApplicationRow {
  firstName: string;
  lastName: string;
  phoneNumber: string;
  nextInterviewAt: Date | null;
}

/** Newest in the stage first. */
export async function listCards(
  db: Db,
  session: Session,
  asked: { jobId: string; stageId: string; after: Cursor | null; limit: number; now: Date },
): Promise<CardRow[]> {
  const { jobId, stageId, after, limit, now } = asked;
  const { rows } = await sql<CardRow>`
    select shown.*, c.first_name as "firstName", c.last_name as "lastName", c.phone_number as "phoneNumber",
           (select min(i.starts_at) from interviews i
             where i.account_id = shown.account_id and i.candidate_id = shown."candidateId" and i.starts_at > ${now}
               and i.status not in ('canceled', 'declined')) as "nextInterviewAt"
      from (
        ${ownApplications}
         where a.account_id = ${session.accountId} and a.job_id = ${jobId} and a.stage_id = ${stageId} and ${isSeen(session)}
           and ${after === null ? sql`true` : sql`(a.stage_changed_at, a.id) < (${after.at}, ${after.id}::uuid)`}
         order by a.stage_changed_at desc, a.id desc limit ${limit}) as shown
      join candidates c on c.account_id = shown.account_id and c.id = shown."candidateId"
     order by shown."stageChangedAt" desc, shown.id desc`.execute(db);
  return rows;
}

/** False: the candidate is in the job already. */
export async function insertApplication(
  tx: Tx,
  accountId: string,
  added: { id: string; candidateId: string; jobId: string; stageId: string; createdBy: string; at: Date },
): Promise<boolean> {
  const { id, candidateId, jobId, stageId, createdBy, at } = added;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('applications')
    .values({
      account_id: accountId,
      id,
      candidate_id: candidateId,
      job_id: jobId,
      stage_id: stageId,
      stage_changed_at: at,
      created_by: createdBy,
      created_at: at,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'candidate_id', 'job_id']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** The application is locked. */
export async function setStage(
  tx: Tx,
  accountId: string,
  { id, stageId, at }: { id: string; stageId: string; at: Date },
): Promise<void> {
  await tx
    .updateTable('applications')
    .set({ stage_id: stageId, stage_changed_at: at })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

export async function deleteApplication(tx: Tx, accountId: string, id: string): Promise<void> {
  await tx.deleteFrom('applications').where('account_id', '=', accountId).where('id', '=', id).execute();
}
