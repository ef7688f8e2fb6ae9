import { sql } from 'kysely';
import type { AuditAction } from '../../../contract/audit.ts';
import type { Db, ReadDb } from '../../db/connection.ts';
import type { Cursor } from '../../http/page.ts';

interface NewAuditEvent {
  accountId: string;
  id: string;
  actorId: string;
  actorName: string;
  action: AuditAction;
  subjectId: string | null;
  subject: string | null;
  details: Record<string, string | number | boolean | null | undefined>;
  ip: string | null;
  userAgent: string | null;
  createdAt: Date;
}

export async function insertAuditEvents(db: Db, events: NewAuditEvent[]): Promise<void> {
  if (events.length === 0) return;
  await db
    .insertInto('audit_events')
    .values(
      events.map((event) => ({
        account_id: event.accountId,
        id: event.id,
        actor_id: event.actorId,
        actor_name: event.actorName,
        action: event.action,
        subject_id: event.subjectId,
        subject: event.subject,
        details: JSON.stringify(event.details),
        ip: event.ip,
        user_agent: event.userAgent,
        created_at: event.createdAt,
      })),
    )
    .execute();
}

export interface AuditQuery {
  actorId?: string | undefined;
  action?: AuditAction | undefined;
  from?: string | undefined;
  until?: string | undefined;
}

/**
 * Newest first, from the cursor on. Candidates have the name they have now: the log keeps none, so that none is left of someone
 * who is deleted.
 */
export function listAuditEvents(
  db: ReadDb,
  accountId: string,
  query: AuditQuery,
  page: { from: Cursor | null; limit: number },
) {
  let found = db
    .selectFrom('audit_events as e')
    .leftJoin('candidates as c', (join) =>
      join.onRef('c.account_id', '=', 'e.account_id').onRef('c.id', '=', 'e.subject_id'),
    )
    .select([
      'e.id',
      'e.actor_id as actorId',
      'e.actor_name as actorName',
      'e.action',
      'e.subject_id as subjectId',
      'e.subject',
      'c.first_name as firstName',
      'c.last_name as lastName',
      'c.phone_number as phoneNumber',
      'e.details',
      'e.ip',
      'e.user_agent as userAgent',
      'e.created_at as createdAt',
    ])
    .where('e.account_id', '=', accountId);
  if (query.actorId !== undefined) found = found.where('e.actor_id', '=', query.actorId);
  if (query.action !== undefined) found = found.where('e.action', '=', query.action);
  if (query.from !== undefined) found = found.where('e.created_at', '>=', new Date(query.from));
  if (query.until !== undefined) found = found.where('e.created_at', '<', new Date(query.until));
  if (page.from !== null)
    found = found.where(sql<boolean>`(e.created_at, e.id) < (${page.from.at}, ${page.from.id}::uuid)`);
  return found.orderBy('e.created_at', 'desc').orderBy('e.id', 'desc').limit(page.limit).execute();
}

export interface StageChangeRow {
  id: string;
  change: 'addedToJob' | 'moved' | 'removedFromJob';
  job: string | null;
  stage: string | null;
  /** By its name; null: in one of the account's own jobs. */
  system: string | null;
  actorId: string;
  actorName: string;
  createdAt: Date;
}

/** Who put a candidate into jobs and stages, newest first. One more than fits. The condition is that of the index, to the letter. */
export async function listStageChanges(
  db: Db,
  accountId: string,
  candidateId: string,
  page: { after: Cursor | null; limit: number },
): Promise<StageChangeRow[]> {
  const { after, limit } = page;
  const { rows } = await sql<StageChangeRow>`
    select e.id, split_part(e.action, '.', 2) as change, e.details ->> 'job' as job, e.details ->> 'stage' as stage,
           e.details ->> 'system' as system, e.actor_id as "actorId", e.actor_name as "actorName", e.created_at as "createdAt"
      from audit_events e
     where e.account_id = ${accountId} and e.subject_id = ${candidateId}
       and action in ('candidate.addedToJob', 'candidate.moved', 'candidate.removedFromJob')
       and ${after === null ? sql`true` : sql`(e.created_at, e.id) < (${after.at}, ${after.id}::uuid)`}
     order by e.created_at desc, e.id desc limit ${limit + 1}`.execute(db);
  return rows;
}
