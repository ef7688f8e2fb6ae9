import { type RawBuilder, sql } from 'kysely';
import type { SeatRole } from '../../../contract/seats.ts';
import type { ReadDb } from '../../db/connection.ts';
import type { Session } from '../../http/session.ts';
import { isOwnId } from '../hiring/records/candidates-in.ts';
import { readJobId } from '../hiring/records/stage-ids.ts';

interface Facts {
  timezone: string;
  hasPerson: boolean;
  hasJob: boolean;
  /** Null: all. Removed ones too, since their figures stay. */
  seatIds: string[] | null;
}

export interface Named {
  userId?: string | undefined;
  seatRole?: SeatRole | undefined;
  tag?: string | undefined;
  jobId?: string | undefined;
}

export async function readFacts(db: ReadDb, session: Session, named: Named): Promise<Facts> {
  const { accountId, userId } = session;
  const { seatRole, tag } = named;
  const ofSeats =
    seatRole === undefined && tag === undefined
      ? sql`null::uuid[]`
      : sql`array(select s.id from seats s where s.account_id = ${accountId}
              ${seatRole === undefined ? sql`` : sql`and s.seat_role = ${seatRole}`}
              ${tag === undefined ? sql`` : sql`and ${tag} = any(s.tags)`})`;
  const { rows } = await sql<Facts>`
    select me.timezone, ${ofSeats} as "seatIds",
           ${
             named.userId === undefined
               ? sql`true`
               : sql`exists (
             select from users u where u.account_id = ${accountId} and u.id = ${named.userId})`
           } as "hasPerson",
           ${named.jobId === undefined ? sql`true` : hasJob(accountId, named.jobId)} as "hasJob"
      from users me where me.account_id = ${accountId} and me.id = ${userId}`.execute(db);
  const [facts] = rows;
  if (facts === undefined) throw new Error('Someone without a row has asked');
  return facts;
}

function hasJob(accountId: string, jobId: string): RawBuilder<boolean> {
  if (isOwnId(jobId))
    return sql<boolean>`exists (select from jobs j where j.account_id = ${accountId} and j.id = ${jobId})`;
  const key = readJobId(jobId);
  if (key === null) return sql<boolean>`false`;
  return sql<boolean>`(
    exists (select from ats_jobs j
             where j.account_id = ${accountId} and j.ats_type = ${key.atsType} and j.external_id = ${key.externalId})
    or exists (select from ats_stages s
                where s.account_id = ${accountId} and s.ats_type = ${key.atsType}
                  and s.job_external_id = ${key.externalId}))`;
}
