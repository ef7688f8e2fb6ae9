import { sql } from 'kysely';
import { JOBS, missingOf } from '../../../../contract/access.ts';
import type { Application, JobStageKind } from '../../../../contract/ats.ts';
import type { Db } from '../../../db/connection.ts';
import { Failure } from '../../../failure.ts';
import { planRequired, whoIs } from '../../../http/access.ts';
import type { Session } from '../../../http/session.ts';

/* Applications to the account's own jobs. People who see a candidate see them. */

export interface OwnApplicationRow {
  id: string;
  candidateId: string;
  jobId: string;
  jobName: string;
  stageId: string;
  stageName: string;
  kind: JobStageKind;
  stageChangedAt: Date;
}

/** SQL: an `OwnApplicationRow` of each. */
export const ownApplications = sql`
  select a.account_id, a.id, a.candidate_id as "candidateId", a.job_id as "jobId", j.name as "jobName",
         a.stage_id as "stageId", s.name as "stageName", s.kind, a.stage_changed_at as "stageChangedAt"
    from applications a
    join jobs j on j.account_id = a.account_id and j.id = a.job_id
    join job_stages s on s.account_id = a.account_id and s.id = a.stage_id`;

/** Open ones first, then by the latest change of stage. */
export async function listOwnApplications(
  db: Db,
  accountId: string,
  candidateIds: string[],
): Promise<OwnApplicationRow[]> {
  const { rows } = await sql<OwnApplicationRow>`
    ${ownApplications}
     where a.account_id = ${accountId} and a.candidate_id = any(${candidateIds}::uuid[])
     order by s.kind in ('hired', 'rejected'), a.stage_changed_at desc, a.id`.execute(db);
  return rows;
}

/** What the person lacks to move candidates in own jobs, or to add and remove them. */
const missingToHandle = (session: Session) => missingOf(JOBS, whoIs(session));

export function requireHandling(session: Session): void {
  const missing = missingToHandle(session);
  if (missing === 'plan') throw planRequired(JOBS.plans, session);
  if (missing !== null) throw new Failure('forbidden', { missing });
}

export function presentOwnApplication(session: Session, row: OwnApplicationRow): Application {
  const mayHandle = missingToHandle(session) === null;
  return {
    id: row.id,
    atsType: null,
    externalId: null,
    jobId: row.jobId,
    jobName: row.jobName,
    stageId: row.stageId,
    stageName: row.stageName,
    source: null,
    profileUrl: null,
    can: { moveStage: mayHandle, remove: mayHandle },
  };
}
