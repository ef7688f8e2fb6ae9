import { sql } from 'kysely';
import type { JobStageKind } from '../../../../contract/ats.ts';
import type { JobStatus } from '../../../../contract/jobs.ts';
import type { Db, Tx } from '../../../db/connection.ts';
import { lockNamed } from '../../../db/lock-named.ts';
import type { Cursor } from '../../../http/page.ts';
import type { Session } from '../../../http/session.ts';
import { visibleTo } from '../records/hidden.ts';

export interface JobRow {
  id: string;
  name: string;
  status: JobStatus;
  createdAt: Date;
  /** Of those that the person sees. */
  candidates: number;
}

/** SQL: whether the person sees the candidate of the application `a`. */
export const isSeen = (session: Session) => visibleTo(session)?.(sql`a.candidate_id`) ?? sql<boolean>`true`;

const jobs = (session: Session) => sql`
  select j.id, j.name, j.status, j.created_at as "createdAt",
         (select count(*)::int from applications a
           where a.account_id = j.account_id and a.job_id = j.id and ${isSeen(session)}) as candidates
    from jobs j where j.account_id = ${session.accountId}`;

/** Newest first. */
export async function listJobs(
  db: Db,
  session: Session,
  asked: { status: JobStatus | undefined; after: Cursor | null; limit: number },
): Promise<JobRow[]> {
  const { status, after, limit } = asked;
  const { rows } = await sql<JobRow>`
    ${jobs(session)}
       and ${status === undefined ? sql`true` : sql`j.status = ${status}`}
       and ${after === null ? sql`true` : sql`(j.created_at, j.id) < (${after.at}, ${after.id}::uuid)`}
     order by j.created_at desc, j.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function findJob(db: Db, session: Session, id: string): Promise<JobRow | undefined> {
  const { rows } = await sql<JobRow>`${jobs(session)} and j.id = ${id}`.execute(db);
  return rows[0];
}

/** The job, locked until the transaction ends. */
export function lockJob(
  tx: Tx,
  accountId: string,
  id: string,
): Promise<{ name: string; status: JobStatus } | undefined> {
  return tx
    .selectFrom('jobs')
    .select(['name', 'status'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function insertJob(
  tx: Tx,
  accountId: string,
  { id, name, createdBy, at }: { id: string; name: string; createdBy: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('jobs')
    .values({ account_id: accountId, id, name, status: 'open', created_by: createdBy, created_at: at })
    .execute();
}

export async function updateJob(
  tx: Tx,
  accountId: string,
  id: string,
  fields: { name: string; status: JobStatus },
): Promise<void> {
  await tx.updateTable('jobs').set(fields).where('account_id', '=', accountId).where('id', '=', id).execute();
}

/** False: someone is in it. */
export async function deleteJob(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from jobs j
     where j.account_id = ${accountId} and j.id = ${id}
       and not exists (select from applications a where a.account_id = j.account_id and a.job_id = j.id)`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

export interface StageRow {
  id: string;
  name: string;
  kind: JobStageKind;
  order: number;
}

/** In their order. */
export function listStages(db: Db, accountId: string): Promise<StageRow[]> {
  return db
    .selectFrom('job_stages')
    .select(['id', 'name', 'kind', 'position as order'])
    .where('account_id', '=', accountId)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** How many candidates are in each stage of a job, of those that the person sees. */
export async function countByStage(db: Db, session: Session, jobId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ stageId: string; candidates: number }>`
    select a.stage_id as "stageId", count(*)::int as candidates from applications a
     where a.account_id = ${session.accountId} and a.job_id = ${jobId} and ${isSeen(session)}
     group by a.stage_id`.execute(db);
  return new Map(rows.map(({ stageId, candidates }) => [stageId, candidates]));
}

/** No one else adds, removes or reorders stages until the transaction ends. */
export async function lockStages(tx: Tx, accountId: string): Promise<void> {
  await lockNamed(tx, `job stages ${accountId}`);
}

export async function insertStages(tx: Tx, accountId: string, stages: StageRow[]): Promise<void> {
  await tx
    .insertInto('job_stages')
    .values(stages.map(({ order, ...stage }) => ({ ...stage, account_id: accountId, position: order })))
    .execute();
}

export async function updateStage(tx: Tx, accountId: string, { id, name, kind }: StageRow): Promise<void> {
  await tx
    .updateTable('job_stages')
    .set({ name, kind })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

export async function setStageOrder(tx: Tx, accountId: string, ids: string[]): Promise<void> {
  await sql`
    update job_stages s set position = named.place
      from unnest(${ids}::uuid[]) with ordinality as named(id, place)
     where s.account_id = ${accountId} and s.id = named.id and s.position <> named.place`.execute(tx);
}

/** False: someone is in it. */
export async function deleteStage(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from job_stages s
     where s.account_id = ${accountId} and s.id = ${id}
       and not exists (select from applications a where a.account_id = s.account_id and a.stage_id = s.id)`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}
